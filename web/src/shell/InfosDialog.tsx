import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { versionQuery } from '@/api/queries'
import { brand } from '@/lib/brand'
import { QueryFrame } from '@/lib/QueryFrame'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/Skeleton'

export function InfosDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const version = useQuery(versionQuery)
  const waiting = <Skeleton width="8rem" />
  return (
    <Dialog title={t('shell.infos.title')} size="sm" onClose={onClose}>
      <QueryFrame query={version} failedTitle={t('shell.infos.failed')}>
        <DescriptionList
          items={[
            { term: t('shell.infos.frontend'), value: <Code>{brand.webVersion}</Code> },
            {
              term: t('shell.infos.backend'),
              value: version.data ? <Code>{version.data.version}</Code> : waiting,
            },
            {
              term: t('shell.infos.commit'),
              value: version.data ? <Code>{version.data.commit}</Code> : waiting,
            },
          ]}
        />
      </QueryFrame>
    </Dialog>
  )
}
