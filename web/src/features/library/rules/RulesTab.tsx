import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ruleReportQuery, startRuleReport } from '@/api/businessRules'
import { useMe } from '@/api/queries'
import type { Manual, RuleReport } from '@/api/types'
import { can } from '@/lib/can'
import { formatDateTime, formatNumber } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { DescriptionList } from '@/ui/DescriptionList'
import { EmptyState } from '@/ui/EmptyState'
import { showToast } from '@/ui/toasts'
import { chooseRule, chosenRule } from './chosenRule'
import { ReportedRules } from './ReportedRules'
import { RuleFindings, ruleListDefaults } from './RuleFindings'
import './rules.css'

/** The business rules of a manual: the last report, and a button that makes a new one. */
export function RulesTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const report = useQuery(ruleReportQuery(manual.path))
  return (
    <div className="d-grid gap-3">
      <Card title={t('library.tab.rules')} actions={<CheckButton path={manual.path} />}>
        <p className="af-hint">{t('library.rules.lead')}</p>
        <QueryFrame query={report} failedTitle={t('library.rules.failed')}>
          {({ report, isWithheld }) =>
            report ? (
              <Figures report={report} />
            ) : isWithheld ? (
              <EmptyState
                icon="lock"
                title={t('library.rules.withheld')}
                text={t('library.rules.withheldText')}
              />
            ) : (
              <EmptyState
                icon="severity"
                title={t('library.rules.none')}
                text={t('library.rules.noneText')}
              />
            )
          }
        </QueryFrame>
      </Card>
      {report.data?.report && report.data.report.modules > 0 && (
        <Report manual={manual} report={report.data.report} />
      )}
    </div>
  )
}

function CheckButton({ path }: { path: string }) {
  const { t } = useTranslation()
  const mayStart = can.editContent(useMe(), path)
  const start = useMutation({
    mutationFn: () => startRuleReport(path),
    onSuccess: () => showToast({ tone: 'success', text: t('library.rules.started') }),
    onError: showProblem,
  })
  return (
    <Button
      variant="primary"
      icon="running"
      busy={start.isPending}
      busyText={t('library.rules.checking')}
      disabledReason={mayStart ? undefined : t('library.rules.mayNot')}
      onClick={() => start.mutate()}
    >
      {t('library.rules.check')}
    </Button>
  )
}

function Figures({ report }: { report: RuleReport }) {
  const { t } = useTranslation()
  const { modules, violating, violations, incomplete, createdBy, createdOn } = report
  const made = <p>{t('library.rules.made', { when: formatDateTime(createdOn), who: createdBy })}</p>
  if (modules === 0)
    return (
      <>
        {made}
        <EmptyState icon="info" title={t('library.rules.nothing')} text={t('library.rules.nothingText')} />
      </>
    )
  return (
    <>
      {made}
      <DescriptionList
        columns={2}
        items={[
          { term: t('library.rules.modules'), value: formatNumber(modules) },
          { term: t('library.rules.violating'), value: formatNumber(violating) },
          { term: t('library.rules.violations'), value: formatNumber(violations) },
          { term: t('library.rules.incomplete'), value: formatNumber(incomplete) },
        ]}
      />
    </>
  )
}

function Report({ manual, report }: { manual: Manual; report: RuleReport }) {
  const list = useListState(ruleListDefaults, useMe().user.preferences.pageSize)
  return (
    <>
      <ReportedRules
        rules={report.rules}
        chosen={chosenRule(list, report)}
        onChoose={(number) => chooseRule(list, report, number)}
      />
      <RuleFindings manual={manual} report={report} list={list} />
    </>
  )
}
