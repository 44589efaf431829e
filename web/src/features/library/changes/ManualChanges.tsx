import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { saveFile } from '@/api/download'
import { type ManualChangesQuery, manualChangesQuery } from '@/api/redline'
import type { Manual, ManualRedline } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { databaseOf } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Select } from '@/ui/Select'
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

const states = ['new', 'changed', 'removed'] as const

/** The redline of a whole manual: its changed modules in the order of the contents. */
export function ManualChanges({ manual, left, right }: ManualChangesProps) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | undefined) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  const section = params.get('section')
  const query: ManualChangesQuery = {
    left,
    right,
    state: states.find((each) => each === params.get('state')),
    section: section ? Number(section) : undefined,
    viewed: params.get('viewed') === 'no' ? false : undefined,
  }
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
            <ExportButton manual={manual} query={query} />
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
  const total = counts.new + counts.changed + counts.removed
  const figures = {
    total: formatNumber(total),
    added: formatNumber(counts.new),
    changed: formatNumber(counts.changed),
    removed: formatNumber(counts.removed),
    viewed: formatNumber(counts.viewed),
  }
  return <p role="status">{t('library.changes.counts', figures)}</p>
}

function ExportButton({ manual, query }: { manual: Manual; query: ManualChangesQuery }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: () => {
      const asked = new URLSearchParams({ format: 'xlsx' })
      for (const [key, value] of Object.entries(query)) if (value !== undefined) asked.set(key, String(value))
      return saveFile(`/redline/export/default${manual.path}?${asked}`, `${manual.name}-changes.xlsx`)
    },
    onError: showProblem,
  })
  return (
    <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
      {t('library.changes.export')}
    </Button>
  )
}
