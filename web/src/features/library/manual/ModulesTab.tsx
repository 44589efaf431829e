import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { modulesQuery, revisionsQuery, systemsOfManualQuery, useContentTypes } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { attributes } from '@/lib/library/folders'
import { languageName } from '@/lib/regions'
import { type ListState, useListState } from '@/lib/useListState'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import { fileStatuses } from '../StatusChip'
import { useReading } from '../useReading'
import { ModuleTable } from './ModuleTable'
import { systemName } from './systemName'

const sortKeys = ['code', 'title', 'contentType', 'language', 'issueDate', 'status'] as const
const listDefaults = { sortKeys, sort: { key: 'code', order: 'asc' } } as const
const filterNames = ['filter', 'system', 'status', 'type', 'language'] as const

/** Every module of the manual, in contents or not. */
export function ModulesTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const me = useMe()
  const reading = useReading()
  const contentTypes = useContentTypes(currentLanguage())
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const rows = {
    manualPath: manual.path,
    ...reading,
    keywordFilter: list.filter('filter') || undefined,
    statusFilter: list.filter('status') || undefined,
    contentType: list.filter('type') || undefined,
    language: list.filter('language') || undefined,
    system: list.filter('system') || undefined,
    sort: list.sort.key,
    order: list.sort.order,
  }
  const modules = useQuery(modulesQuery({ ...rows, pageNumber: list.page, pageSize: list.pageSize }))
  const languages = useLanguages(manual)
  return (
    <ModuleTable
      manual={manual}
      caption={t('library.tab.modules')}
      list={list}
      modules={modules}
      filterNames={filterNames}
      sortable={sortKeys}
      exported={{ ...rows, shelf: 'all' }}
      empty={<EmptyState icon="module" title={t('library.noModules')} />}
      filters={
        <>
          <SystemFilter manual={manual} list={list} />
          <Select
            label={t('library.column.status')}
            labelHidden
            value={list.filter('status')}
            onChange={({ target }) => list.setFilter('status', target.value)}
            options={[
              { value: '', label: t('library.anyStatus') },
              ...fileStatuses.map((value) => ({ value, label: t(`library.status.${value}`) })),
            ]}
          />
          <Select
            label={t('library.column.contentType')}
            labelHidden
            value={list.filter('type')}
            onChange={({ target }) => list.setFilter('type', target.value)}
            options={[
              { value: '', label: t('library.anyType') },
              ...contentTypes.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
          {languages.length > 1 && (
            <Select
              label={t('library.column.language')}
              labelHidden
              value={list.filter('language')}
              onChange={({ target }) => list.setFilter('language', target.value)}
              options={[
                { value: '', label: t('library.anyLanguage') },
                ...languages.map((tag) => ({ value: tag, label: languageName(tag, currentLanguage()) })),
              ]}
            />
          )}
          <Select
            label={t('library.order')}
            labelHidden
            value={list.sort.key}
            onChange={({ target }) => list.setSort({ key: target.value, order: 'asc' })}
            options={sortKeys.map((value) => ({ value, label: t(`library.orderBy.${value}`) }))}
          />
        </>
      }
    />
  )
}

/** Shows the modules of one system of the numbering system. */
function SystemFilter({ manual, list }: { manual: Manual; list: ListState<string> }) {
  const { t } = useTranslation()
  const systems = useQuery(systemsOfManualQuery(manual.path, useReading(), currentLanguage())).data ?? []
  const chosen = list.filter('system')
  // What the address asks for can be given up, though no module is of it.
  const isUnknown = chosen !== '' && !systems.some(({ code }) => code === chosen)
  if (systems.length === 0 && !isUnknown) return null
  return (
    <Select
      label={t('library.column.system')}
      labelHidden
      value={chosen}
      onChange={({ target }) => list.setFilter('system', target.value)}
      options={[
        { value: '', label: t('library.anySystem') },
        ...systems.map((system) => ({
          value: system.code,
          label: `${systemName(system)} (${formatNumber(system.modules)})`,
        })),
        ...(isUnknown ? [{ value: chosen, label: chosen }] : []),
      ]}
    />
  )
}

/** The languages a manual is written in or translated to. */
function useLanguages(manual: Manual): string[] {
  const revisions = useQuery(revisionsQuery(manual.path)).data ?? []
  const tags = [...revisions.map(({ language }) => language), ...attributes(manual, 'translationLanguages')]
  return [...new Set(tags)].filter(Boolean)
}
