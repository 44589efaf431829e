import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { showDifference } from '../module/compare/useDifferenceSteps'
import { useStepKeys } from '../module/compare/useStepKeys'
import { isFolded, nextStop, type RedlineStepper, type RedlineStop, stopsIn } from './redlineStops'

type Step = 1 | -1

/** The module and the difference that were gone to. */
interface SteppedTo {
  id: string
  /** Unknown until the module is drawn. */
  stop: RedlineStop | undefined
  difference: number | undefined
}

export interface RedlineSteps {
  stepper: RedlineStepper
  at: SteppedTo | undefined
  go: (step: Step) => void
}

/** Goes from one difference to the next through several modules, by `n` and `p` too. A module is drawn when it is reached. */
export function useRedlineSteps(root: RefObject<HTMLElement | null>): RedlineSteps {
  const drawn = useRef(new Map<string, RedlineStop>())
  // The step that is finished as soon as its module is drawn.
  const awaited = useRef<{ id: string; step: Step }>(undefined)
  const [at, setAt] = useState<SteppedTo>()
  const goTo = useCallback(
    (id: string, difference: number | undefined) => {
      const stop = drawn.current.get(id)
      awaited.current = undefined
      for (const mark of root.current?.querySelectorAll('[data-current]') ?? [])
        mark.removeAttribute('data-current')
      if (stop && difference !== undefined) showDifference(stop.frame, difference)
      setAt({ id, stop, difference })
    },
    [root],
  )
  const land = useCallback(
    (id: string, count: number, step: Step) => goTo(id, count === 0 ? undefined : step === 1 ? 0 : count - 1),
    [goTo],
  )
  const add = useCallback(
    (id: string, stop: RedlineStop) => {
      drawn.current.set(id, stop)
      if (awaited.current?.id === id) land(id, stop.count, awaited.current.step)
      return () => void drawn.current.delete(id)
    },
    [land],
  )
  const arrive = useCallback(
    (element: HTMLElement, step: Step) => {
      const id = element.dataset.redlineStop ?? ''
      const stop = drawn.current.get(id)
      element.scrollIntoView({ block: 'start' })
      if (stop) return land(id, stop.count, step)
      goTo(id, undefined)
      awaited.current = { id, step }
    },
    [goTo, land],
  )
  const go = useCallback(
    (step: Step) => {
      const stops = stopsIn(root)
      const here = stops.findIndex(({ dataset }) => dataset.redlineStop === at?.id)
      const element = stops[here]
      if (at && element && !isFolded(element)) {
        const count = drawn.current.get(at.id)?.count
        // Still loading: going on would leave its differences out.
        if (count === undefined && element.querySelector('.af-skeleton')) return
        const next = at.difference === undefined ? -1 : at.difference + step
        if (next >= 0 && next < (count ?? 0)) return goTo(at.id, next)
      }
      const following = nextStop(stops, element, step)
      if (following) arrive(following, step)
      // The next page of the list is loaded when its end is in view.
      else if (step === 1) stops.at(-1)?.scrollIntoView({ block: 'end' })
    },
    [root, at, goTo, arrive],
  )
  useStepKeys(go)
  const stepper = useMemo(() => ({ at, goTo, add }), [at, goTo, add])
  return { stepper, at, go }
}
