import { useState } from 'react'
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
  const apply = async (chosen: readonly ChosenPlaces[], checkOut: boolean) => {
    setPercent(0)
    try {
      for (let start = 0; start < chosen.length; start += modulesAtOnce) {
        const modules = chosen.slice(start, start + modulesAtOnce)
        const some = await applyReplacements({ replacement: replacementOf(form), checkOut, modules })
        setResults((before) => new Map([...before, ...finalResults(some)]))
        setPercent((100 * (start + modules.length)) / chosen.length)
      }
    } catch (error) {
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
