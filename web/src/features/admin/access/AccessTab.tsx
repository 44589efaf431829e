import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { PlaceSummary } from '@/api/types'
import { LocalTable } from '@/lib/LocalTable'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { AccessDialog } from './AccessDialog'
import { placeList } from './queries'
import { usePlaceColumns } from './usePlaceColumns'

const sortValues = {
  path: ({ path }: PlaceSummary) => path,
  limit: ({ limited }: PlaceSummary) => (limited ? 0 : 1),
  grants: ({ grantCount }: PlaceSummary) => grantCount,
}

export function AccessTab() {
  const { t } = useTranslation()
  const places = useQuery(placeList)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [acting, setActing] = useState<readonly string[]>()
  const { pageSize } = useMe().user.preferences
  const toggle = (path: string) =>
    setChosen(chosen.includes(path) ? chosen.filter((each) => each !== path) : [...chosen, path])
  const columns = usePlaceColumns(places.data ?? [], chosen, toggle)
  return (
    <>
      <p className="ad-lead">{t('access.lead')}</p>
      <QueryFrame query={places} failedTitle={t('access.failed')}>
        <LocalTable
          caption={t('access.tab')}
          searchLabel={t('access.search')}
          toolbar={
            <Button
              icon="edit"
              className="d-none d-md-inline-flex"
              disabledReason={chosen.length === 0 ? t('access.chooseFirst') : undefined}
              onClick={() => setActing(chosen)}
            >
              {t('access.changeChosen', { number: chosen.length })}
            </Button>
          }
          columns={columns}
          rows={places.data}
          rowKey={({ path }) => path}
          textOf={({ path }) => path}
          sortValues={sortValues}
          usualPageSize={pageSize}
          actionsHeader={t('access.actions')}
          rowActions={({ path }) => (
            <IconButton
              icon="edit"
              label={t('access.changeOne', { path })}
              onClick={() => setActing([path])}
            />
          )}
          empty={<EmptyState icon="database" title={t('access.emptyTitle')} text={t('access.emptyText')} />}
        />
      </QueryFrame>
      {acting && (
        <AccessDialog paths={acting} onSaved={() => setChosen([])} onClose={() => setActing(undefined)} />
      )}
    </>
  )
}
