import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyReplacements } from '@/api/replacements'
import type { ChosenPlaces, ReplacementResult } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { type ReplaceForm, replacementOf } from './replaceForm'

/** Modules in one request, so that progress shows and an error costs little. */
const modulesAtOnce = 10

interface Applying {
  /** By the path of the module. */
  results: ReadonlyMap<string, ReplacementResult>
  /** The part of the modules that is done, from 0 to 100; undefined when nothing runs. */
  percent: number | undefined
  apply: (chosen: readonly ChosenPlaces[], checkOut: boolean) => Promise<void>
}

/** Replaces chosen places, some modules at a time. After an error the rest can be applied again. */
export function useApply(form: ReplaceForm): Applying {
  const [results, setResults] = useState<ReadonlyMap<string, ReplacementResult>>(new Map())
  const [percent, setPercent] = useState<number>()
  const { t } = useTranslation()
  /** The modules of requests without an answer: they may be changed all the same. */
  const unanswered = useRef(new Set<string>())
  const withDoubt = (result: ReplacementResult): ReplacementResult =>
    result.code === 'changed_meanwhile' && unanswered.current.has(result.path)
      ? { ...result, message: t('replacements.maybeDone') }
      : result
  const apply = async (chosen: readonly ChosenPlaces[], checkOut: boolean) => {
    setPercent(0)
    let asked: readonly ChosenPlaces[] = []
    try {
      for (let start = 0; start < chosen.length; start += modulesAtOnce) {
        const modules = chosen.slice(start, start + modulesAtOnce)
        asked = modules
        const some = await applyReplacements({ replacement: replacementOf(form), checkOut, modules })
        setResults((before) => new Map([...before, ...finalResults(some.map(withDoubt))]))
        setPercent((100 * (start + modules.length)) / chosen.length)
      }
    } catch (error) {
      for (const { path } of asked) unanswered.current.add(path)
      if (error instanceof Error) showProblem(error)
    } finally {
      setPercent(undefined)
    }
  }
  return { results, percent, apply }
}

/** Without the modules that there was no time for: they stay in the choice. */
function finalResults(results: readonly ReplacementResult[]): [string, ReplacementResult][] {
  return results.filter(({ code }) => code !== 'request.timeout').map((result) => [result.path, result])
}
