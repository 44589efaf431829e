import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type RuleFindingFilter, ruleFindingsQuery } from '@/api/businessRules'
import { useMe } from '@/api/queries'
import type { Manual, ReportedRuleFinding, RuleReport } from '@/api/types'
import { ClearFilters } from '@/lib/ClearFilters'
import { can } from '@/lib/can'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { ListSearch } from '@/lib/ListSearch'
import { keyOf, objectHref } from '@/lib/library/objects'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import type { ListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Checkbox } from '@/ui/Checkbox'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import type { Column } from '@/ui/Table'
import { chooseRule, chosenRule } from './chosenRule'
import { ExportRules } from './ExportRules'
import { ruleLabel } from './ruleLabel'

export const ruleListDefaults = {
  sortKeys: ['position'],
  sort: { key: 'position', order: 'asc' },
} as const

const otherFilters = ['level', 'violations', 'keyword'] as const
const noLevel = 'none'

interface RuleFindingsProps {
  manual: Manual
  report: RuleReport
  list: ListState<'position'>
}

/** The findings of a report one by one, filtered, and as a file to take along. */
export function RuleFindings({ manual, report, list }: RuleFindingsProps) {
  const { t } = useTranslation()
  const rule = chosenRule(list, report)
  const filter: RuleFindingFilter = {
    report: report.id,
    rule: Number(rule) || undefined,
    level: list.filter('level') || undefined,
    violations: list.filter('violations') === 'yes' || undefined,
    keyword: list.filter('keyword') || undefined,
  }
  const findings = useQuery(ruleFindingsQuery(manual.path, filter, list.pageRequest, currentLanguage()))
  const isFiltered = rule !== '' || otherFilters.some((name) => list.filter(name) !== '')
  const levels = [...new Set(report.rules.map(({ level }) => level))].sort()
  return (
    <Card title={t('library.rules.findings')} flush actions={<ExportRules manual={manual} filter={filter} />}>
      <div className="li-rule-filters">
        <ListSearch
          list={list}
          name="keyword"
          label={t('library.rules.search')}
          placeholder={t('library.rules.searchHint')}
        />
        <Select
          label={t('library.rules.rule')}
          labelHidden
          value={rule}
          options={[
            { value: '', label: t('library.rules.allRules') },
            ...report.rules.map((one) => ({ value: String(one.number), label: ruleLabel(t, one) })),
          ]}
          onChange={({ target }) => chooseRule(list, report, target.value)}
        />
        <Select
          label={t('library.rules.level')}
          labelHidden
          value={list.filter('level')}
          options={[
            { value: '', label: t('library.rules.allLevels') },
            ...levels.map((level) => ({
              value: level || noLevel,
              label: level || t('library.rules.noLevel'),
            })),
          ]}
          onChange={({ target }) => list.setFilter('level', target.value)}
        />
        <Checkbox
          label={t('library.rules.violationsOnly')}
          checked={filter.violations === true}
          onChange={({ target }) => list.setFilter('violations', target.checked ? 'yes' : '')}
        />
      </div>
      <PagedTable
        list={list}
        query={findings}
        failedTitle={t('library.rules.findingsFailed')}
        caption={t('library.rules.findings')}
        columns={useFindingColumns(manual)}
        rowKey={({ path, ruleNumber, line, node, message }) =>
          [path, ruleNumber, line, node, message].join('\n')
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon="search"
              title={t('library.rules.noMatch')}
              text={t('library.rules.noMatchText')}
              action={
                <ClearFilters onClear={() => list.clearFilters(['rule', ...otherFilters])}>
                  {t('library.rules.clear')}
                </ClearFilters>
              }
            />
          ) : (
            <EmptyState
              icon="success"
              title={t('library.rules.noRules')}
              text={t('library.rules.noRulesText')}
            />
          )
        }
      />
      {report.isCut && (
        <p className="af-hint px-3">{t('library.rules.cut', { listed: formatNumber(report.listed) })}</p>
      )}
    </Card>
  )
}

/** The module leads to its own findings; the line leads to the editor, for those who may edit. */
function useFindingColumns(manual: Manual): Column<ReportedRuleFinding>[] {
  const { t } = useTranslation()
  const mayEdit = can.editContent(useMe(), manual.path)
  return [
    {
      key: 'module',
      header: t('library.rules.module'),
      cell: ({ path, title }) => (
        <a href={objectHref(path, { part: 'rules' })}>
          {title || keyOf(path)}
          <small className="d-block">{keyOf(path)}</small>
        </a>
      ),
    },
    {
      key: 'line',
      header: t('library.rules.line'),
      align: 'end',
      cell: ({ path, title, line }) =>
        line === undefined ? (
          '–'
        ) : mayEdit ? (
          <a
            href={href(paths.editor(path, { line: String(line) }))}
            aria-label={t('library.rules.inEditor', { line, title: title || keyOf(path) })}
          >
            {line}
          </a>
        ) : (
          line
        ),
    },
    { key: 'message', header: t('library.rules.message'), cell: ({ message }) => message },
  ]
}
