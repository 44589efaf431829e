import { type UseInfiniteQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { revisionName, setChangeViewed, showViewed } from '@/api/redline'
import type { ChangedModule, Manual, ManualRedline } from '@/api/types'
import { keyOf, objectHref } from '@/lib/library/objects'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { Redline } from './Redline'
import { RedlineSteps } from './RedlineSteps'
import { useIsStoppedAt } from './redlineStops'
import { useInView } from './useInView'

interface ChangedModulesProps {
  manual: Manual
  changes: UseInfiniteQueryResult<{ pages: ManualRedline[] }>
}

/** The changed modules one below the other; each is loaded when it comes into view. */
export function ChangedModules({ manual, changes }: ChangedModulesProps) {
  const { t } = useTranslation()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = changes
  const [end, isAtEnd] = useInView()
  const isWaiting = isAtEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isWaiting) void fetchNextPage()
  }, [isWaiting, fetchNextPage])
  const pages = changes.data?.pages ?? []
  return (
    <RedlineSteps>
      <div className="ch-modules">
        {pages.flatMap(({ page, states: [left, right] }) =>
          page.items.map((module) => (
            <Module
              key={module.path}
              manual={manual}
              module={module}
              left={revisionName(left)}
              right={revisionName(right)}
            />
          )),
        )}
        <div ref={end}>
          {hasNextPage && (
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('library.changes.more')}
            </Button>
          )}
        </div>
      </div>
    </RedlineSteps>
  )
}

const looks = {
  new: { tone: 'success', icon: 'add' },
  changed: { tone: 'warning', icon: 'edit' },
  removed: { tone: 'danger', icon: 'trash' },
  unchanged: { tone: 'neutral', icon: 'illustration' },
} as const

interface ModuleProps {
  manual: Manual
  module: ChangedModule
  /** The compared states. */
  left: string
  right: string
}

function Module({ manual, module, left, right }: ModuleProps) {
  const { t } = useTranslation()
  const [frame, isInView] = useInView()
  const [isSeen, setSeen] = useState(false)
  const stop = useId()
  const isStoppedAt = useIsStoppedAt(stop)
  if ((isInView || isStoppedAt) && !isSeen) setSeen(true)
  const { oldVersion, newVersion, state, title } = module
  const key = keyOf(module.path)
  const name = title || key
  const isInBoth = oldVersion !== undefined && newVersion !== undefined
  const link = isInBoth
    ? objectHref(module.path, { part: 'compare', v: left, with: right })
    : objectHref(module.path, { v: newVersion ?? oldVersion })
  return (
    <section
      ref={frame}
      className="ch-module"
      aria-label={name}
      data-redline-stop={stop}
      data-redline-folded={module.viewed || undefined}
    >
      <header>
        <h2>
          <a href={link}>{name}</a>
        </h2>
        <Code>{key}</Code> <Chip {...looks[state]}>{t(`library.changes.state.${state}`)}</Chip>
        <Tick manual={manual} module={module} name={name} />
      </header>
      {isSeen && !module.viewed && (
        <Redline
          manual={manual}
          path={module.path}
          stop={stop}
          title={name}
          left={newVersion && !oldVersion ? right : left}
          right={oldVersion && !newVersion ? left : right}
          whole={isInBoth ? undefined : newVersion ? 'new' : 'removed'}
        />
      )}
    </section>
  )
}

interface TickProps {
  manual: Manual
  module: ChangedModule
  name: string
}

/** Marks a change as viewed by the user. */
function Tick({ manual, module, name }: TickProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const tick = useMutation({
    // One after the other: two quick clicks end with the second.
    scope: { id: module.path },
    mutationFn: (viewed: boolean) => setChangeViewed(module, viewed),
    onSuccess: (_, viewed) => showViewed(client, manual.path, module, viewed),
    onError: showProblem,
  })
  return (
    <Checkbox
      label={t('library.changes.viewed')}
      aria-label={t('library.changes.viewedModule', { title: name })}
      checked={tick.isPending ? tick.variables : module.viewed}
      onChange={({ target }) => tick.mutate(target.checked)}
    />
  )
}
