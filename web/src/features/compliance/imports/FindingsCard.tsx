import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegulationFinding } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { type Column, Table } from '@/ui/Table'

const looks = {
  block: { tone: 'danger', icon: 'danger' },
  warn: { tone: 'warning', icon: 'warning' },
  info: { tone: 'info', icon: 'info' },
} as const

const severities = ['block', 'warn', 'info'] as const

/** Findings that are listed at once. */
const step = 50

/** The findings in a file, the most severe first. */
export function FindingsCard({ findings }: { findings: readonly RegulationFinding[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(step)
  const gravest = severities.flatMap((severity) => findings.filter((one) => one.severity === severity))
  const rows = gravest.slice(0, shown).map((finding, index) => ({ ...finding, key: String(index) }))
  const columns: Column<RegulationFinding>[] = [
    {
      key: 'severity',
      header: t('regulations.finding.severity'),
      cell: ({ severity }) => {
        const known = severities.find((each) => each === severity)
        return known && <Chip {...looks[known]}>{t(`regulations.severity.${known}`)}</Chip>
      },
    },
    {
      key: 'place',
      header: t('regulations.finding.place'),
      cell: ({ part, line }) => [part, line === undefined ? '' : t('regulations.line', { line })].join(' '),
    },
    { key: 'message', header: t('regulations.finding.message'), cell: ({ message }) => message },
  ]
  return (
    <Card title={t('regulations.findings')} flush>
      <Table
        caption={t('regulations.findings')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={null}
      />
      {gravest.length > shown && (
        <div className="p-3">
          <Button size="sm" onClick={() => setShown(shown + step)}>
            {t('regulations.moreFindings', { figure: formatNumber(gravest.length - shown) })}
          </Button>
        </div>
      )}
    </Card>
  )
}
