import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { revisionsQuery, systemsOfManualQuery, useContentTypes } from '@/api/library'
import type { Manual } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { attributes } from '@/lib/library/folders'
import { fileStatuses } from '@/lib/library/StatusChip'
import { languageName } from '@/lib/regions'
import { IconButton } from '@/ui/IconButton'
import { Select } from '@/ui/Select'
import { useReading } from '../useReading'
import { systemName } from './systemName'
import { type ModuleListState, moduleSortKeys } from './useModuleList'

export interface ModuleFiltersProps {
  manual: Manual
  list: ModuleListState
  /** Whether every module of the manual is in the list, so that the number of each system holds for it. */
  complete?: boolean
  /** All of the list are of one content type, which is then no choice. */
  oneType?: boolean
}

/** Filters and order of a list of modules. */
export function ModuleFilters({ manual, list, complete = false, oneType = false }: ModuleFiltersProps) {
  const { t } = useTranslation()
  const contentTypes = useContentTypes(currentLanguage())
  const languages = useLanguages(manual)
  return (
    <>
      <SystemFilter manual={manual} list={list} complete={complete} />
      <Filter
        name="status"
        label={t('library.column.status')}
        list={list}
        any={t('library.anyStatus')}
        options={fileStatuses.map((value) => ({ value, label: t(`library.status.${value}`) }))}
      />
      {!oneType && (
        <Filter
          name="type"
          label={t('library.column.contentType')}
          list={list}
          any={t('library.anyType')}
          options={contentTypes.map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      {languages.length > 1 && (
        <Filter
          name="language"
          label={t('library.column.language')}
          list={list}
          any={t('library.anyLanguage')}
          options={languages.map((tag) => ({ value: tag, label: languageName(tag, currentLanguage()) }))}
        />
      )}
      <span className="li-order">
        <Select
          label={t('library.order')}
          labelHidden
          value={list.sort.key}
          onChange={({ target }) => list.setSort({ key: target.value, order: 'asc' })}
          options={moduleSortKeys
            .filter((key) => !oneType || key !== 'contentType')
            .map((value) => ({ value, label: t(`library.orderBy.${value}`) }))}
        />
        <IconButton
          icon={list.sort.order === 'asc' ? 'sortUp' : 'sortDown'}
          label={t('library.reverseOrder')}
          aria-pressed={list.sort.order === 'desc'}
          onClick={() =>
            list.setSort({ key: list.sort.key, order: list.sort.order === 'asc' ? 'desc' : 'asc' })
          }
        />
      </span>
    </>
  )
}

interface FilterProps {
  name: string
  label: string
  list: ModuleListState
  /** Says that nothing is chosen. */
  any: string
  options: readonly { value: string; label: string }[]
}

function Filter({ name, label, list, any, options }: FilterProps) {
  return (
    <Select
      label={label}
      labelHidden
      value={list.filter(name)}
      onChange={({ target }) => list.setFilter(name, target.value)}
      options={[{ value: '', label: any }, ...options]}
    />
  )
}

/** Shows the modules of one system of the numbering system. */
function SystemFilter({ manual, list, complete }: ModuleFiltersProps) {
  const { t } = useTranslation()
  const systems = useQuery(systemsOfManualQuery(manual.path, useReading(), currentLanguage())).data ?? []
  const chosen = list.filter('system')
  // A value of the address stays selectable even if no module has it.
  const isUnknown = chosen !== '' && !systems.some(({ code }) => code === chosen)
  if (systems.length === 0 && !isUnknown) return null
  return (
    <Filter
      name="system"
      label={t('library.column.system')}
      list={list}
      any={t('library.anySystem')}
      options={[
        ...systems.map((system) => ({
          value: system.code,
          label: complete ? `${systemName(system)} (${formatNumber(system.modules)})` : systemName(system),
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
