import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { moduleRulesQuery } from '@/api/businessRules'
import { useMe } from '@/api/queries'
import type { ModuleRuleCheck, RuleFinding } from '@/api/types'
import { can } from '@/lib/can'
import { currentLanguage } from '@/lib/i18n'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { type Column, Table } from '@/ui/Table'
import { useIsWorking } from '../useIsWorking'
import { useReading } from '../useReading'

interface ModuleRulesProps {
  path: string
  /** The page shows another version than the one that is checked. */
  isOtherVersion: boolean
}

/** A module checked against its business rules when the tab is opened. */
export function ModuleRules({ path, isOtherVersion }: ModuleRulesProps) {
  const { t } = useTranslation()
  const checked = useQuery(moduleRulesQuery(path, useReading(), currentLanguage()))
  return (
    <Card title={t('library.module.part.rules')} flush>
      {isOtherVersion && <p className="af-hint p-3">{t('library.rules.one.otherVersion')}</p>}
      <QueryFrame query={checked} failedTitle={t('library.rules.one.failed')}>
        {({ layers, findings }) =>
          layers.length === 0 && findings.length === 0 ? (
            <EmptyState
              icon="info"
              title={t('library.rules.one.nothing')}
              text={t('library.rules.one.nothingText')}
            />
          ) : (
            <>
              <Layers layers={layers} />
              <Findings path={path} findings={findings} />
            </>
          )
        }
      </QueryFrame>
    </Card>
  )
}

function Layers({ layers }: { layers: ModuleRuleCheck['layers'] }) {
  const { t } = useTranslation()
  if (layers.length === 0) return <p className="p-3 mb-0">{t('library.rules.one.noLayers')}</p>
  return (
    <div className="p-3">
      <p className="mb-1">{t('library.rules.one.lead')}</p>
      <ol className="mb-0">
        {layers.map(({ name, title, issue, rules, isDefault }) => (
          <li key={name}>
            <Code>{name}</Code> {title}{' '}
            {isDefault && (
              <Chip tone="neutral" icon="book">
                {t('library.rules.one.isDefault')}
              </Chip>
            )}{' '}
            <span className="af-hint">
              {t(issue === '' ? 'library.rules.one.layerNoIssue' : 'library.rules.one.layer', {
                count: rules,
                issue,
              })}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Findings({ path, findings }: { path: string; findings: readonly RuleFinding[] }) {
  const { t } = useTranslation()
  const mayEdit = can.editContent(useMe(), path)
  const isWorking = useIsWorking()
  const rows = findings.map((finding, place) => ({ finding, place }))
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'rule',
      header: t('library.rules.one.rule'),
      cell: ({ finding: { rule, level } }) => (
        <>
          {rule || '–'} {level !== '' && <small className="d-block">{level}</small>}
        </>
      ),
    },
    {
      key: 'line',
      header: t('library.rules.one.line'),
      align: 'end',
      cell: ({ finding: { line } }) =>
        line === undefined ? (
          '–'
        ) : mayEdit && isWorking ? (
          <a
            href={href(paths.editor(path, { line: String(line) }))}
            aria-label={t('library.rules.one.toLine', { line })}
          >
            {line}
          </a>
        ) : (
          line
        ),
    },
    {
      key: 'message',
      header: t('library.rules.one.message'),
      cell: ({ finding: { message, remedy } }) => (
        <>
          {message}
          <small className="d-block af-hint">{remedy}</small>
        </>
      ),
    },
  ]
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('library.rules.one.count', { count: findings.length })}
      </p>
      <Table
        caption={t('library.rules.one.table')}
        columns={columns}
        rows={rows}
        rowKey={({ place }) => String(place)}
        empty={
          <EmptyState
            icon="success"
            title={t('library.rules.one.none')}
            text={t('library.rules.one.noneText')}
          />
        }
      />
    </>
  )
}
