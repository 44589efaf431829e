import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import type { ImportSeverity, Severity } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { severitySettings, useSaveSeverities } from './queries'

const severities = ['block', 'warn', 'info'] as const satisfies readonly Severity[]

export function SeverityTab() {
  const { t } = useTranslation()
  const settings = useQuery(severitySettings)
  return (
    <QueryFrame query={settings} failedTitle={t('admin.severity.failed')} loading={<Skeleton lines={6} />}>
      {(data) => {
        return <SeverityForm key={data.version} settings={data} onReload={() => void settings.refetch()} />
      }}
    </QueryFrame>
  )
}

interface SeverityFormProps {
  settings: ImportSeverity
  onReload: () => void
}

/** The severity of each import code; keyed by the version of the settings. */
function SeverityForm({ settings, onReload }: SeverityFormProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(settings.severities)
  const save = useSaveSeverities()
  const dirty = rows.some(({ severity }, index) => severity !== settings.severities[index]?.severity)
  const departs = rows.some((row) => row.severity !== row.default)
  const choose = (code: number, severity: Severity) =>
    setRows(rows.map((row) => (row.code === code ? { ...row, severity } : row)))
  const submit = () =>
    save.mutate(
      { ...settings, severities: rows },
      { onSuccess: () => showToast({ tone: 'success', text: t('admin.severity.saved') }) },
    )
  return (
    <Card
      title={t('admin.severity.title')}
      actions={
        <>
          <Button
            disabledReason={departs ? undefined : t('admin.severity.allDefault')}
            onClick={() => setRows(rows.map((row) => ({ ...row, severity: row.default })))}
          >
            {t('admin.severity.reset')}
          </Button>
          <Button
            variant="primary"
            busy={save.isPending}
            disabledReason={dirty ? undefined : t('admin.severity.unchanged')}
            onClick={submit}
          >
            {t('admin.severity.save')}
          </Button>
        </>
      }
      flush
    >
      <p className="ad-lead">{t('admin.severity.lead')}</p>
      {save.error && (
        <div className="px-3">
          <FormProblem>{save.error.message}</FormProblem>
          {hasCode(save.error, 'changed_meanwhile') && (
            <Button className="mb-3" icon="reload" onClick={onReload}>
              {t('admin.severity.reload')}
            </Button>
          )}
        </div>
      )}
      <Table
        caption={t('admin.severity.title')}
        rows={rows}
        rowKey={({ code }) => String(code)}
        empty={null}
        columns={[
          {
            key: 'code',
            header: t('admin.severity.code'),
            cell: ({ code }) => <strong>{code}</strong>,
          },
          {
            key: 'meaning',
            header: t('admin.severity.meaning'),
            // From the answer, not from the form: it comes again when the language changes.
            cell: ({ code }) => settings.severities.find((each) => each.code === code)?.title,
          },
          {
            key: 'severity',
            header: t('admin.severity.severity'),
            cell: ({ code, severity }) => (
              <Select
                label={t('admin.severity.of', { code })}
                labelHidden
                options={severities.map((value) => ({ value, label: t(`admin.severity.level.${value}`) }))}
                value={severity}
                onChange={(event) => {
                  const chosen = severities.find((each) => each === event.target.value)
                  if (chosen) choose(code, chosen)
                }}
              />
            ),
          },
          {
            key: 'default',
            header: t('admin.severity.default'),
            hideBelow: 'md',
            cell: (row) => t(`admin.severity.level.${row.default}`),
          },
        ]}
      />
    </Card>
  )
}
