import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestChecksQuery } from '@/api/changeRequests'
import type { CheckResult, ModuleChecks, OpenChangeRequest } from '@/api/types'
import { keyOf, objectHref } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { type Column, Table } from '@/ui/Table'

/** The defects of the newest version of each module. */
export function ChecksTab({ open: { request } }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const query = useQuery(requestChecksQuery(request.id, request.version))
  const columns: Column<ModuleChecks>[] = [
    {
      key: 'module',
      header: t('changeRequests.checks.module'),
      cell: ({ path, title }) => (
        <>
          <a className="crq-link" href={objectHref(path)}>
            {title || keyOf(path)}
          </a>
          <span className="af-hint d-block mt-0">{keyOf(path)}</span>
        </>
      ),
    },
    {
      key: 'schema',
      header: t('changeRequests.checks.schema'),
      cell: ({ results }) =>
        results ? (
          <Result result={results.schema} />
        ) : (
          <Chip tone="neutral" icon="trash">
            {t('changeRequests.modules.deleted')}
          </Chip>
        ),
    },
    {
      key: 'businessRules',
      header: t('changeRequests.checks.businessRules'),
      cell: ({ results }) => results && <Result result={results.businessRules} />,
    },
    {
      key: 'references',
      header: t('changeRequests.checks.references'),
      cell: ({ results }) => results && <Result result={results.references} />,
    },
    {
      key: 'applicability',
      header: t('changeRequests.checks.applicability'),
      cell: ({ results }) => results && <Result result={results.applicability} />,
    },
    {
      key: 'masterList',
      header: t('changeRequests.checks.masterList'),
      cell: ({ results }) => results?.masterList && <Result result={results.masterList} />,
    },
  ]
  return (
    <Card flush>
      <QueryFrame query={query} failedTitle={t('changeRequests.checks.failedTitle')}>
        <Table
          caption={t('changeRequests.tab.checks')}
          columns={columns}
          rows={query.data}
          rowKey={({ path }) => path}
          empty={<EmptyState icon="check" title={t('changeRequests.checks.none')} />}
        />
      </QueryFrame>
    </Card>
  )
}

const looks = {
  passed: { tone: 'success', icon: 'success' },
  warning: { tone: 'warning', icon: 'warning' },
  failed: { tone: 'danger', icon: 'danger' },
} as const

function Result({ result: { state, messages } }: { result: CheckResult }) {
  const { t } = useTranslation()
  const known = state === 'passed' || state === 'failed' ? state : 'warning'
  return (
    <>
      <Chip {...looks[known]}>{t(`changeRequests.checks.${known}`)}</Chip>
      {messages.map(({ line, message }, index) => {
        // Messages have no name of their own, and never change their order.
        const key = index
        return (
          <div key={key} className="af-hint text-break">
            {line > 0 ? t('changeRequests.checks.line', { line, message }) : message}
          </div>
        )
      })}
    </>
  )
}
