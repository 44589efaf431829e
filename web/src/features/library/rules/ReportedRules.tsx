import { useTranslation } from 'react-i18next'
import type { ReportedRule } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { type Column, Table } from '@/ui/Table'
import { ruleLabel } from './ruleLabel'

interface ReportedRulesProps {
  rules: readonly ReportedRule[]
  /** The number of the rule whose findings are listed; '' for all. */
  chosen: string
  onChoose: (number: string) => void
}

/** The rules of a report with the places where they are violated; one of them selects its findings. */
export function ReportedRules({ rules, chosen, onChoose }: ReportedRulesProps) {
  const { t } = useTranslation()
  const columns: Column<ReportedRule>[] = [
    {
      key: 'rule',
      header: t('library.rules.rule'),
      cell: (rule) => {
        const number = String(rule.number)
        const isChosen = chosen === number
        const name = ruleLabel(t, rule)
        return (
          <Button
            size="sm"
            aria-pressed={isChosen}
            aria-label={t('library.rules.show', { rule: name })}
            onClick={() => onChoose(isChosen ? '' : number)}
          >
            {name}
          </Button>
        )
      },
    },
    {
      key: 'description',
      header: t('library.rules.description'),
      cell: (rule) => (
        <>
          {!rule.isViolation && (
            <Chip tone="neutral" icon="info">
              {t('library.rules.remark')}
            </Chip>
          )}{' '}
          {rule.description} {rule.objectPath !== '' && <Code>{rule.objectPath}</Code>}
        </>
      ),
    },
    { key: 'level', header: t('library.rules.level'), cell: ({ level }) => level || '–' },
    {
      key: 'brex',
      header: t('library.rules.brex'),
      hideBelow: 'lg',
      cell: ({ brex }) => (brex === '' ? '–' : <Code>{brex}</Code>),
    },
    {
      key: 'modules',
      header: t('library.column.modules'),
      align: 'end',
      cell: ({ modules }) => formatNumber(modules),
    },
    {
      key: 'places',
      header: t('library.rules.places'),
      align: 'end',
      cell: ({ places }) => formatNumber(places),
    },
  ]
  return (
    <Card title={t('library.rules.byRule')} flush>
      <Table
        caption={t('library.rules.byRule')}
        columns={columns}
        rows={rules}
        rowKey={({ number }) => String(number)}
        empty={
          <EmptyState
            icon="success"
            title={t('library.rules.noRules')}
            text={t('library.rules.noRulesText')}
          />
        }
      />
    </Card>
  )
}
