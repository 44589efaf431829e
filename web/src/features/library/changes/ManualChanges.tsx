import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { saveFile } from '@/api/download'
import { type ManualChangesQuery, manualChangesQuery } from '@/api/redline'
import type { Manual, ManualRedline } from '@/api/types'
import { choicesQuery } from '@/api/view'
import { type ExportFormat, ExportMenu } from '@/lib/ExportMenu'
import { formatNumber } from '@/lib/format'
import { ContentsChangeList } from '@/lib/library/ContentsChangeList'
import { databaseOf } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Checkbox } from '@/ui/Checkbox'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Select } from '@/ui/Select'
import { useSetParam } from '../useSetParam'
import { ChangedModules } from './ChangedModules'
import { ChangedSections } from './ChangedSections'
import { ManualStateSelect } from './ManualStateSelect'
import '../reader/reader.css'
import '../module/compare/compare.css'
import './changes.css'

interface ManualChangesProps {
  manual: Manual
  /** The old state, as the server names it. */
  left: string
  right: string
}

const states = ['new', 'changed', 'removed', 'unchanged'] as const

/** Filters by what the texts of both versions tell. */
const flags = {
  content: ['yes', 'no'],
  marked: ['yes', 'no', 'needless'],
  applicability: ['yes', 'no'],
} as const

const flagNames = ['content', 'marked', 'applicability'] as const

const flagOf = (value: string | null) => (value === 'yes' ? true : value === 'no' ? false : undefined)

/** The redline of a whole manual: its changed modules in the order of the contents. */
export function ManualChanges({ manual, left, right }: ManualChangesProps) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const set = useSetParam()
  const section = params.get('section')
  const query: ManualChangesQuery = {
    left,
    right,
    state: states.find((each) => each === params.get('state')),
    section: section ? Number(section) : undefined,
    viewed: params.get('viewed') === 'no' ? false : undefined,
    content: flagOf(params.get('content')),
    marked: flagOf(params.get('marked')),
    needlessMarks: params.get('marked') === 'needless' || undefined,
    applicability: flagOf(params.get('applicability')),
    aircraft: params.get('tail') || undefined,
  }
  const choices = useQuery(choicesQuery(manual.path, {}))
  const fleet = (choices.data?.aircraft ?? []).map(({ registration }) => registration)
  // A link may name an aircraft that is not in the list.
  const tails = [...new Set([...fleet, ...(query.aircraft ? [query.aircraft] : [])])]
  const changes = useInfiniteQuery(manualChangesQuery(manual.path, query))
  const first = changes.data?.pages[0]
  return (
    <>
      <PageHead
        title={t('library.changes.title', { name: manual.name })}
        purpose={t('library.changes.purpose')}
        actions={
          <>
            <LinkButton icon="back" href={href(paths.manual(databaseOf(manual), manual.name))}>
              {t('library.changes.back')}
            </LinkButton>
            <ExportMenu
              onExport={(format) => exportChanges(manual, query, { what: 'export', format })}
              others={[
                {
                  label: t('library.changes.exportPage'),
                  icon: 'book',
                  save: () => exportChanges(manual, query, { what: 'file', format: 'html' }),
                },
                {
                  label: t('library.changes.exportWordsCsv'),
                  icon: 'file',
                  save: () => exportChanges(manual, query, { what: 'words', format: 'csv' }),
                },
                {
                  label: t('library.changes.exportWordsXlsx'),
                  icon: 'spreadsheet',
                  save: () => exportChanges(manual, query, { what: 'words', format: 'xlsx' }),
                },
              ]}
            />
          </>
        }
      />
      <div className="rd-states">
        <ManualStateSelect
          label={t('library.compare.left')}
          value={left}
          manual={manual}
          onChange={(state) => set('v', state)}
        />
        <ManualStateSelect
          label={t('library.compare.right')}
          value={right}
          manual={manual}
          onChange={(state) => set('with', state)}
        />
        <Select
          label={t('library.changes.kind')}
          value={query.state ?? ''}
          options={[
            { value: '', label: t('library.changes.all') },
            ...states.map((each) => ({ value: each, label: t(`library.changes.state.${each}`) })),
          ]}
          onChange={({ target }) => set('state', target.value)}
        />
        {flagNames.map((flag) => (
          <Select
            key={flag}
            label={t(`library.changes.${flag}.label`)}
            value={params.get(flag) ?? ''}
            options={[
              { value: '', label: t('library.changes.all') },
              ...flags[flag].map((value) => ({ value, label: t(`library.changes.${flag}.${value}`) })),
            ]}
            onChange={({ target }) => set(flag, target.value)}
          />
        ))}
        {(tails.length > 0 || choices.error) && (
          <Select
            label={t('library.changes.tail')}
            error={choices.error ? t('library.changes.tailsFailed') : undefined}
            value={query.aircraft ?? ''}
            options={[
              { value: '', label: t('library.changes.allTails') },
              ...tails.map((registration) => ({ value: registration, label: registration })),
            ]}
            onChange={({ target }) => set('tail', target.value)}
          />
        )}
        <Checkbox
          label={t('library.changes.unviewed')}
          checked={query.viewed === false}
          onChange={({ target }) => set('viewed', target.checked ? 'no' : undefined)}
        />
      </div>
      <QueryFrame query={{ ...changes, data: first }} failedTitle={t('library.changes.failed')}>
        {(redline) => (
          <>
            <Counted redline={redline} />
            {redline.contents.count > 0 && (
              <Card title={t('library.contentsChanges.title')}>
                <ContentsChangeList changes={redline.contents} />
              </Card>
            )}
            <div className="ch-columns">
              <ChangedSections
                sections={redline.sections}
                chosen={query.section}
                onChoose={(id) => set('section', id === undefined ? undefined : String(id))}
              />
              {redline.page.total === 0 ? (
                <EmptyState icon="compare" title={t('library.changes.none')} />
              ) : (
                <ChangedModules manual={manual} changes={changes} />
              )}
            </div>
          </>
        )}
      </QueryFrame>
    </>
  )
}

function Counted({ redline: { counts } }: { redline: ManualRedline }) {
  const { t } = useTranslation()
  const total = counts.new + counts.changed + counts.removed + counts.pictures
  const figures = {
    count: total,
    total: formatNumber(total),
    pictures: formatNumber(counts.pictures),
    added: formatNumber(counts.new),
    changed: formatNumber(counts.changed),
    removed: formatNumber(counts.removed),
    viewed: formatNumber(counts.viewed),
  }
  return <p role="status">{t('library.changes.counts', figures)}</p>
}

/** The list of modules, the redline as a page, or the changes in words. */
type ChangesFile = { what: 'export' | 'words'; format: ExportFormat } | { what: 'file'; format: 'html' }

const fileNames = { export: 'changes', words: 'changes-in-words', file: 'redline' } as const

/** The changes that are listed, all pages of them. */
function exportChanges(
  manual: Manual,
  query: ManualChangesQuery,
  { what, format }: ChangesFile,
): Promise<void> {
  const asked = new URLSearchParams(what === 'file' ? {} : { format })
  for (const [key, value] of Object.entries(query)) if (value !== undefined) asked.set(key, String(value))
  const name = `${manual.name}-${fileNames[what]}.${format}`
  return saveFile(`/redline/${what}/default${manual.path}?${asked}`, name)
}
