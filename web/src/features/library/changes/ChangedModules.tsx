import { type UseInfiniteQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
  const client = useQueryClient()
  const [frame, isInView] = useInView()
  const [isSeen, setSeen] = useState(false)
  if (isInView && !isSeen) setSeen(true)
  const tick = useMutation({
    // One after the other: two quick clicks end with the second.
    scope: { id: module.path },
    mutationFn: (viewed: boolean) => setChangeViewed(module, viewed),
    onSuccess: (_, viewed) => showViewed(client, manual.path, module, viewed),
    onError: showProblem,
  })
  const { oldVersion, newVersion, state, title } = module
  const key = keyOf(module.path)
  const isInBoth = oldVersion !== undefined && newVersion !== undefined
  const link = isInBoth
    ? objectHref(module.path, { part: 'compare', v: left, with: right })
    : objectHref(module.path, { v: newVersion ?? oldVersion })
  return (
    <section ref={frame} className="ch-module" aria-label={title || key}>
      <header>
        <h2>
          <a href={link}>{title || key}</a>
        </h2>
        <Code>{key}</Code> <Chip {...looks[state]}>{t(`library.changes.state.${state}`)}</Chip>
        {state !== 'unchanged' && (
          <Checkbox
            label={t('library.changes.viewed')}
            aria-label={t('library.changes.viewedModule', { title: title || key })}
            checked={tick.isPending ? tick.variables : module.viewed}
            onChange={({ target }) => tick.mutate(target.checked)}
          />
        )}
      </header>
      {!isInBoth && (
        <p>
          <a href={link}>{t(newVersion ? 'library.changes.readNew' : 'library.changes.readRemoved')}</a>
        </p>
      )}
      {isSeen && !module.viewed && isInBoth && (
        <Redline manual={manual} path={module.path} title={title || key} left={left} right={right} />
      )}
    </section>
  )
}
