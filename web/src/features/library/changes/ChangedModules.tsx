import { type UseInfiniteQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { library } from '@/api/library'
import { setChangeViewed } from '@/api/redline'
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
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = changes
  const end = useInView(() => hasNextPage && !isFetchingNextPage && void fetchNextPage())
  const modules = changes.data?.pages.flatMap(({ page }) => page.items) ?? []
  return (
    <div className="ch-modules">
      {modules.map((module) => (
        <Module key={module.path} manual={manual} module={module} />
      ))}
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
  unchanged: { tone: 'neutral', icon: 'check' },
} as const

function Module({ manual, module }: { manual: Manual; module: ChangedModule }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isSeen, setSeen] = useState(false)
  const frame = useInView(() => setSeen(true))
  const tick = useMutation({
    mutationFn: (viewed: boolean) => setChangeViewed(module, viewed),
    onSuccess: () => client.invalidateQueries({ queryKey: [library, 'manualChanges'] }),
    onError: showProblem,
  })
  const { oldVersion, newVersion, state } = module
  const key = keyOf(module.path)
  const differences =
    oldVersion && newVersion
      ? objectHref(module.path, { part: 'compare', v: oldVersion, with: newVersion })
      : objectHref(module.path, { v: newVersion ?? oldVersion })
  return (
    <section ref={frame} className="ch-module" aria-label={module.title || key}>
      <header>
        <h2>
          <a href={differences}>{module.title || key}</a>
        </h2>
        <Code>{key}</Code> <Chip {...looks[state]}>{t(`library.changes.state.${state}`)}</Chip>
        <Checkbox
          label={t('library.changes.viewed')}
          aria-label={t('library.changes.viewedModule', { title: module.title || key })}
          checked={tick.isPending ? tick.variables : module.viewed}
          onChange={({ target }) => tick.mutate(target.checked)}
        />
      </header>
      {isSeen && !module.viewed && oldVersion && newVersion && (
        <Redline manual={manual} path={module.path} left={oldVersion} right={newVersion} />
      )}
    </section>
  )
}
