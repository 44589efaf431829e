import { useTranslation } from 'react-i18next'
import { href, paths } from '@/lib/paths'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'

/** While it is not known whether the folder exists. */
export function FolderSkeleton({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={title} purpose={t('ui.loading')} />
      <Card>
        <Skeleton lines={6} />
      </Card>
    </>
  )
}

export function FolderMissing({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={title} purpose={t('library.missingPurpose')} />
      <Card>
        <EmptyState
          icon="missing"
          title={title}
          text={t('library.missingText')}
          action={
            <LinkButton icon="library" href={href(paths.library())}>
              {t('library.toLibrary')}
            </LinkButton>
          }
        />
      </Card>
    </>
  )
}
