import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { todoProblemsQuery } from '@/api/revisions'
import type { MergeResult, OpenTodo } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { usePaused } from '@/lib/usePaused'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ConflictPanel, choiceOf, isOffered, takes } from './ConflictPanel'
import { MergedText } from './MergedText'
import { MergeProblems } from './MergeProblems'
import { useConflictKeys } from './useConflictKeys'
import type { MergeWork } from './useMergeWork'

interface MergeWorkspaceProps {
  revision: string
  open: OpenTodo
  result: MergeResult
  work: MergeWork
  /** Why nothing can be chosen. */
  closed: string | undefined
}

const checkPauseMs = 700

/** The conflicts beside the merged text, which is checked while one chooses. */
export function MergeWorkspace({ revision, open, result, work, closed }: MergeWorkspaceProps) {
  const { t } = useTranslation()
  const { conflicts } = result
  const [current, setCurrent] = useState(conflicts.length > 0 ? 0 : undefined)
  const conflict = current === undefined ? undefined : conflicts[current]
  const go = (step: 1 | -1) => {
    if (conflicts.length === 0) return
    setCurrent(((current ?? 0) + step + conflicts.length) % conflicts.length)
  }
  useConflictKeys({
    go,
    choose: (index) => {
      const take = takes[index]
      if (!take || !conflict || current === undefined || closed !== undefined) return
      if (isOffered(take, conflict, result.text)) {
        work.choose(current, choiceOf(take, conflict, work.choices[current]))
      }
    },
  })
  const checked = usePaused(work.composed?.text ?? result.text, checkPauseMs)
  const isOpen = closed === undefined
  const problems = useQuery({
    ...todoProblemsQuery(revision, open.todo.id, checked, currentLanguage()),
    enabled: isOpen,
  })
  const decided = conflicts.length - work.undecided.length
  return (
    <>
      <div className="mg-state">
        <span role="status">
          {t('revisions.merge.decided', { decided: formatNumber(decided), count: conflicts.length })}
        </span>
        {isOpen && work.undecided.length > 0 && (
          <Button size="sm" onClick={work.keepOurs}>
            {t('revisions.merge.keepOurs')}
          </Button>
        )}
        <span className="mg-key">
          {(['theirs', 'ours', 'both'] as const).map((origin) => (
            <span key={origin} className="mg-tag" data-origin={origin}>
              {t(`revisions.merge.originLong.${origin}`)}
            </span>
          ))}
        </span>
        {conflicts.length > 0 && <span className="af-hint mt-0">{t('revisions.merge.keys')}</span>}
      </div>
      <div className="mg-columns">
        <div className="mg-left">
          {conflict && current !== undefined ? (
            <ConflictPanel
              conflict={conflict}
              index={current}
              count={conflicts.length}
              text={result.text}
              choice={work.choices[current]}
              closed={closed}
              onChoose={(choice) => work.choose(current, choice)}
              onGo={go}
            />
          ) : (
            <EmptyState icon="success" title={t('revisions.merge.noConflicts')} />
          )}
          {isOpen && (
            <MergeProblems
              query={problems}
              conflicts={work.composed?.conflicts ?? []}
              onConflict={setCurrent}
            />
          )}
        </div>
        {work.composed && <MergedText composed={work.composed} current={current} onConflict={setCurrent} />}
      </div>
    </>
  )
}
