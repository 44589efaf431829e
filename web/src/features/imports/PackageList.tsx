import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { ClearFilters } from '@/lib/ClearFilters'
import { can } from '@/lib/can'
import { ListSearch } from '@/lib/ListSearch'
import { openOverlay } from '@/lib/overlay'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { Select } from '@/ui/Select'
import { PackageDropZone } from './PackageDropZone'
import { PackageMenu } from './PackageMenu'
import { packageList } from './queries'
import { usePackageColumns } from './usePackageColumns'

// The list has one order: newest first.
const listDefaults = { sortKeys: ['uploadedOn'], sort: { key: 'uploadedOn', order: 'desc' } } as const
const filterNames = ['keyword', 'toMend'] as const

export function PackageList() {
  const { t } = useTranslation()
  const me = useMe()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const keyword = list.filter('keyword')
  const toMend = list.filter('toMend') === 'yes'
  const packages = useQuery(
    packageList({
      ...list.pageRequest,
      keyword: keyword || undefined,
      toMend: toMend || undefined,
    }),
  )
  const isFiltered = keyword !== '' || toMend
  const columns = usePackageColumns()

  return (
    <>
      <PageHead title={t('imports.title')} purpose={t('imports.purpose')} />
      <div className="im-stack">
        {can.importPackages(me) && (
          <PackageDropZone onPackages={(files) => openOverlay({ kind: 'upload', files })} />
        )}
        <Card title={t('imports.list.title')} flush>
          <div className="im-toolbar">
            <ListSearch
              list={list}
              name="keyword"
              label={t('imports.list.search')}
              placeholder={t('imports.list.searchHint')}
            />
            <Select
              label={t('imports.list.shown')}
              labelHidden
              options={[
                { value: '', label: t('imports.list.all') },
                { value: 'yes', label: t('imports.list.toMend') },
              ]}
              value={toMend ? 'yes' : ''}
              onChange={({ target }) => list.setFilter('toMend', target.value)}
            />
          </div>
          <PagedTable
            list={list}
            query={packages}
            failedTitle={t('imports.list.failed')}
            caption={t('imports.list.caption')}
            columns={columns}
            rowKey={({ id }) => id}
            actionsHeader={t('imports.actions')}
            rowActions={(pack) => <PackageMenu pack={pack} />}
            empty={
              <EmptyState
                icon="package"
                title={t(isFiltered ? 'imports.list.noMatchTitle' : 'imports.list.emptyTitle')}
                text={t(isFiltered ? 'imports.list.noMatchText' : 'imports.list.emptyText')}
                action={
                  isFiltered && (
                    <ClearFilters onClear={() => list.clearFilters(filterNames)}>
                      {t('imports.clearFilters')}
                    </ClearFilters>
                  )
                }
              />
            }
          />
        </Card>
      </div>
    </>
  )
}
