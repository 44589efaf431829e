import { useTranslation } from 'react-i18next'
import { saveFile } from '@/api/download'
import type { Package } from '@/api/types'
import { type ExportFormat, ExportMenu } from '@/lib/ExportMenu'
import { ListSearch } from '@/lib/ListSearch'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Select } from '@/ui/Select'
import { FindingGroups } from './FindingGroups'
import { FindingTable } from './FindingTable'
import { severities } from './PackageChips'
import type { FindingFilter } from './queries'

const listDefaults = { sortKeys: ['position'], sort: { key: 'position', order: 'asc' } } as const
const views = ['code', 'file', 'all'] as const

/** Every finding, grouped by code or by file or one by one, filtered, and as a file to take along. */
export function FindingsPanel({ pack }: { pack: Package }) {
  const { id } = pack
  const { t } = useTranslation()
  const list = useListState(listDefaults, 20)
  const view = views.find((each) => each === list.filter('view')) ?? 'code'
  const filter = {
    severity: severities.find((each) => each === list.filter('severity')),
    keyword: list.filter('keyword') || undefined,
  }
  return (
    <Card flush>
      <div className="im-toolbar">
        <CheckedAgainst pack={pack} />
        <ListSearch
          list={list}
          name="keyword"
          label={t('imports.findings.search')}
          placeholder={t('imports.findings.searchHint')}
        />
        <Select
          label={t('imports.findings.severity')}
          labelHidden
          options={[
            { value: '', label: t('imports.findings.allSeverities') },
            ...severities.map((value) => ({ value, label: t(`imports.severity.${value}`) })),
          ]}
          value={list.filter('severity')}
          onChange={(event) => list.setFilter('severity', event.target.value)}
        />
        <Select
          label={t('imports.findings.view')}
          labelHidden
          options={views.map((value) => ({ value, label: t(`imports.findings.by.${value}`) }))}
          value={view}
          onChange={(event) => list.setFilter('view', event.target.value)}
        />
        <ExportMenu onExport={(format) => exportFindings(pack, filter, format)} />
      </div>
      {view === 'all' ? (
        <FindingTable id={id} query={filter} list={list} />
      ) : (
        <FindingGroups key={view} id={id} by={view} filter={filter} />
      )}
    </Card>
  )
}

/** The manual that the package was checked against, and whether the import checks it again. */
function CheckedAgainst({ pack: { summary, csdbName, manualName } }: { pack: Package }) {
  const { t } = useTranslation()
  // A package that could not be opened was not checked against a manual.
  if (!summary) return null
  const { checkedAgainst } = summary
  const isDone = checkedAgainst !== undefined && checkedAgainst === `/${csdbName}/${manualName}`
  return (
    <p className="im-at">
      {checkedAgainst && t('imports.findings.checkedAgainst', { manual: checkedAgainst })}{' '}
      {!isDone && t('imports.findings.checkedAgain')}
    </p>
  )
}

/** Saves the filtered findings in a file named after the package. */
function exportFindings(pack: Package, filter: FindingFilter, format: ExportFormat): Promise<void> {
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  const name = `${pack.fileName.replace(/\.zip$/i, '')}-findings.${format}`
  return saveFile(`/packages/${encodeURIComponent(pack.id)}/findings/export?${query}`, name)
}
