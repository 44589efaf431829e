import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { rebaseQuery } from '@/api/editing'
import { keyOf } from '@/lib/library/objects'
import { usePageName } from '@/lib/pageName'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import type { MergeViews } from '../merge/MergePage'
import { SideWords } from '../merge/sideWords'
import { RebaseSession } from './RebaseSession'
import '../revisions.css'
import '../merge/merge.css'

/** The user's draft of the file that the address names, merged with the version that overtook it. */
export function RebasePage({ views }: { views: MergeViews }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const path = params.get('path') ?? ''
  const rebase = useQuery(rebaseQuery(path))
  usePageName(rebase.data?.file.title ?? t('revisions.rebase.title'))
  return (
    <SideWords value="rebase">
      <PageHead
        title={rebase.data?.file.title || t('revisions.rebase.title')}
        purpose={`${keyOf(path)} · ${t('revisions.rebase.purpose')}`}
        actions={
          <LinkButton icon="back" href={href(paths.checkout())}>
            {t('workspace.checkout.title')}
          </LinkButton>
        }
      />
      <QueryFrame query={rebase} failedTitle={t('revisions.rebase.failed')} keepsData>
        {(data) =>
          data.isOutdated ? (
            <RebaseSession
              // Choices are about two texts: others begin anew.
              key={`${data.sha256} ${data.file.versionId}`}
              rebase={data}
              views={views}
              onStale={() => void rebase.refetch()}
            />
          ) : (
            <Card>
              <EmptyState
                icon="success"
                title={t('revisions.rebase.nothing')}
                text={t('revisions.rebase.nothingText')}
                action={
                  <LinkButton variant="primary" icon="edit" href={href(paths.editor(path))}>
                    {t('revisions.rebase.edit')}
                  </LinkButton>
                }
              />
            </Card>
          )
        }
      </QueryFrame>
    </SideWords>
  )
}
