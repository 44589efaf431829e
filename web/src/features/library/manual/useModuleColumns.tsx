import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { systemsOfManualQuery, useContentTypes } from '@/api/library'
import type { Manual, ManualSystem } from '@/api/types'
import { HolderChip } from '@/lib/editing/HolderChip'
import { formatBytes, formatDate } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { contentTypeName } from '@/lib/library/contentTypes'
import { issueOrDate } from '@/lib/library/issue'
import { StatusChip } from '@/lib/library/StatusChip'
import { shortLanguageName } from '@/lib/regions'
import { Code } from '@/ui/Code'
import { ModuleName } from '../ModuleName'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { systemName } from './systemName'
import { type ChoosableColumn, useChosenColumns } from './useChosenColumns'

/** The columns of a list of modules and the menu to choose them; the name links to the module. */
export function useModuleColumns(manual: Manual) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const types = useContentTypes(currentLanguage())
  const systems = useQuery(systemsOfManualQuery(manual.path, useReading(), currentLanguage())).data ?? []
  const all: ChoosableColumn[] = [
    {
      key: 'title',
      header: t('library.column.title'),
      cell: (file) => <ModuleName title={file.title} code={file.code} href={links.module(file.path)} />,
    },
    {
      key: 'system',
      header: t('library.column.system'),
      hideBelow: 'never',
      cell: ({ code }) => systemOf(code, systems),
    },
    {
      key: 'contentType',
      header: t('library.column.contentType'),
      hideBelow: 'xxl',
      cell: (file) => contentTypeName(t, types, file.contentType),
    },
    {
      key: 'issue',
      header: t('library.column.issue'),
      hideBelow: 'lg',
      cell: (file) => <span className="text-nowrap">{issueOrDate(file)}</span>,
    },
    {
      key: 'issueDate',
      header: t('library.column.issueDate'),
      hideBelow: 'wide',
      cell: (file) => file.issueDate && formatDate(file.issueDate),
    },
    {
      key: 'language',
      header: t('library.column.language'),
      hideBelow: 'xxl',
      cell: (file) =>
        file.language && (
          <span className="text-nowrap">{shortLanguageName(file.language, currentLanguage())}</span>
        ),
    },
    {
      key: 'infoCode',
      header: t('library.module.fact.infoCode'),
      hideBelow: 'never',
      cell: (file) => file.infoCode && <Code>{file.infoCode}</Code>,
    },
    {
      key: 'origin',
      header: t('library.module.fact.origin'),
      hideBelow: 'never',
      cell: (file) => t(`library.origin.${file.origin}`),
    },
    {
      key: 'size',
      header: t('library.module.fact.size'),
      align: 'end',
      hideBelow: 'never',
      cell: (file) => formatBytes(file.size),
    },
    {
      key: 'status',
      header: t('library.column.status'),
      cell: (file) => (
        <span className="d-inline-flex flex-wrap gap-1">
          <StatusChip status={file.status} /> <HolderChip file={file} />
        </span>
      ),
    },
  ]
  return useChosenColumns(all)
}

/** The system a code belongs to: `21 Air conditioning`. */
function systemOf(code: string, systems: readonly ManualSystem[]): string {
  const system = /^DMC-[^-]+-[^-]+-([0-9A-Z]{2,3})-/.exec(code)?.[1] ?? ''
  const known = systems.find((each) => each.code === system)
  return known ? systemName(known) : system
}
