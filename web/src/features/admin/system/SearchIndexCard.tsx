import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { rebuildSearch, searchStatusQuery } from '@/api/search'
import { can } from '@/lib/can'
import { formatBytes, formatNumber } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DescriptionList } from '@/ui/DescriptionList'
import { Skeleton } from '@/ui/Skeleton'
import { useAsked } from '../useAsked'

const looks = {
  ready: { tone: 'success', icon: 'success' },
  catchingUp: { tone: 'info', icon: 'running' },
  rebuilding: { tone: 'warning', icon: 'running' },
} as const

/** The state of the index that searches are answered from, and the way to make it anew. */
export function SearchIndexCard() {
  const { t } = useTranslation()
  const me = useMe()
  const status = useQuery(searchStatusQuery)
  const [asking, setAsking] = useState(false)
  useAsked('rebuild', () => setAsking(can.manageSystem(me)))
  const rebuild = useMutation({ mutationFn: rebuildSearch, onSuccess: () => setAsking(false) })
  const closed = !can.manageSystem(me)
    ? t('admin.system.index.notYours')
    : status.data?.state === 'rebuilding'
      ? t('admin.system.index.runs')
      : undefined
  return (
    <Card
      title={t('admin.system.index.title')}
      actions={
        <Button size="sm" icon="retry" disabledReason={closed} onClick={() => setAsking(true)}>
          {t('admin.system.index.rebuild')}
        </Button>
      }
    >
      <QueryFrame
        query={status}
        failedTitle={t('admin.system.index.failed')}
        loading={<Skeleton lines={4} />}
      >
        {(data) => (
          <DescriptionList
            items={[
              {
                term: t('admin.system.index.state'),
                value: <Chip {...looks[data.state]}>{t(`admin.system.index.states.${data.state}`)}</Chip>,
              },
              { term: t('admin.system.index.documents'), value: formatNumber(data.documents) },
              { term: t('admin.system.index.behind'), value: formatNumber(data.behind) },
              { term: t('admin.system.index.size'), value: formatBytes(data.sizeBytes) },
            ]}
          />
        )}
      </QueryFrame>
      {asking && (
        <ConfirmDialog
          title={t('admin.system.index.rebuildTitle')}
          confirmText={t('admin.system.index.rebuild')}
          busyText={t('admin.system.index.starting')}
          busy={rebuild.isPending}
          problem={rebuild.error?.message}
          onConfirm={() => rebuild.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('admin.system.index.rebuildText')}
        </ConfirmDialog>
      )}
    </Card>
  )
}
