import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { openOverlay } from '@/lib/overlay'
import { useExistingPage, useListState } from '@/lib/useListState'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { Pagination } from '@/ui/Pagination'
import { SearchField } from '@/ui/SearchField'
import { Select } from '@/ui/Select'
import { Table } from '@/ui/Table'
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
      pageNumber: list.page,
      pageSize: list.pageSize,
      keyword: keyword || undefined,
      toMend: toMend || undefined,
    }),
  )
  const isFiltered = keyword !== '' || toMend
  useExistingPage(list, packages)
  const search = useTypedFilter(keyword, (text) => list.setFilter('keyword', text))
  const columns = usePackageColumns()

  return (
    <>
      <PageHead title={t('imports.title')} purpose={t('imports.purpose')} />
      <div className="im-stack">
        {can.importPackages(me) && (
          <PackageDropZone onPackage={(file) => openOverlay({ kind: 'upload', file })} />
        )}
        <Card title={t('imports.list.title')} flush>
          <div className="im-toolbar">
            <SearchField
              label={t('imports.list.search')}
              placeholder={t('imports.list.searchHint')}
              value={search.text}
              onChange={search.type}
              onSearch={search.applyNow}
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
          {packages.error ? (
            <ErrorState
              title={t('imports.list.failed')}
              message={packages.error.message}
              detail={requestIdOf(packages.error)}
              onRetry={() => void packages.refetch()}
            />
          ) : (
            <Table
              caption={t('imports.list.caption')}
              columns={columns}
              rows={packages.data?.items}
              rowKey={({ id }) => id}
              stale={packages.isPlaceholderData}
              actionsHeader={t('imports.actions')}
              rowActions={(pack) => <PackageMenu pack={pack} />}
              empty={
                <EmptyState
                  icon="package"
                  title={t(isFiltered ? 'imports.list.noMatchTitle' : 'imports.list.emptyTitle')}
                  text={t(isFiltered ? 'imports.list.noMatchText' : 'imports.list.emptyText')}
                  action={
                    isFiltered && (
                      <Button onClick={() => list.clearFilters(filterNames)}>
                        {t('imports.clearFilters')}
                      </Button>
                    )
                  }
                />
              }
            />
          )}
          {packages.data && packages.data.total > 0 && (
            <Pagination
              page={list.page}
              pageSize={list.pageSize}
              total={packages.data.total}
              onPage={list.setPage}
              onPageSize={list.setPageSize}
            />
          )}
        </Card>
      </div>
    </>
  )
}
