import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MergeResult, TextProblem } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ConflictPanel, choiceOf, isOffered, takes } from './ConflictPanel'
import { MergedText } from './MergedText'
import { MergeProblems } from './MergeProblems'
import { useSideWords } from './sideWords'
import { useConflictKeys } from './useConflictKeys'
import type { MergeWork } from './useMergeWork'

interface MergeWorkspaceProps {
  result: MergeResult
  work: Pick<MergeWork, 'composed' | 'choices' | 'undecided' | 'choose' | 'keepOurs'>
  /** Why nothing can be chosen. */
  closed: string | undefined
  /** The problems of the merged text with the choices so far; left out where nothing can be chosen. */
  problems?: UseQueryResult<TextProblem[]>
}

/** The conflicts beside the merged text. */
export function MergeWorkspace({ result, work, closed, problems }: MergeWorkspaceProps) {
  const { t } = useTranslation()
  const words = useSideWords()
  const { conflicts } = result
  const [current, setCurrent] = useState(conflicts.length > 0 ? 0 : undefined)
  const conflict = current === undefined ? undefined : conflicts[current]
  const go = (step: 1 | -1) => {
    if (conflicts.length === 0) return
    setCurrent(((current ?? 0) + step + conflicts.length) % conflicts.length)
  }
  const goUndecided = () => {
    const next = work.undecided.find((index) => index > (current ?? -1)) ?? work.undecided[0]
    if (next !== undefined) setCurrent(next)
  }
  useConflictKeys({
    go,
    goUndecided,
    choose: (index) => {
      const take = takes[index]
      if (!take || !conflict || current === undefined || closed !== undefined) return
      if (isOffered(take, conflict, result.text)) {
        work.choose(current, choiceOf(take, conflict, work.choices[current]))
      }
    },
  })
  const isOpen = closed === undefined
  const decided = conflicts.length - work.undecided.length
  return (
    <>
      <div className="mg-state">
        <span role="status">
          {t('revisions.merge.decided', { decided: formatNumber(decided), count: conflicts.length })}
        </span>
        {isOpen && work.undecided.length > 0 && (
          <>
            <Button size="sm" aria-keyshortcuts="u" onClick={goUndecided}>
              {t('revisions.merge.nextUndecided')}
            </Button>
            <Button size="sm" onClick={work.keepOurs}>
              {t(`revisions.${words}.keepOurs`)}
            </Button>
          </>
        )}
        <span className="mg-key">
          {(['theirs', 'ours', 'both'] as const).map((origin) => (
            <span key={origin} className="mg-tag" data-origin={origin}>
              {t(`revisions.${words}.originLong.${origin}`)}
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
          {isOpen && problems && (
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
