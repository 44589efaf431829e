import { useCallback, useState } from 'react'
import type { ComparedVersions } from '@/api/types'
import { useStepKeys } from './useStepKeys'

export interface DifferenceStepper {
  /** The difference that was gone to, counted from 0. */
  current: number | undefined
  goTo: (difference: number) => void
  go: (step: 1 | -1) => void
}

type CountedDifferences = Pick<ComparedVersions, 'count'>

/** Goes from one difference to the next, by `n` and `p` too. */
export function useDifferenceSteps(
  compared: CountedDifferences,
  frame: HTMLElement | null,
  isOn = true,
): DifferenceStepper {
  const [gone, setGone] = useState<{ to: number; of: CountedDifferences }>()
  // Pages that are drawn anew have other marks, none of which was gone to.
  const current = gone?.of === compared ? gone.to : undefined
  const goTo = useCallback(
    (difference: number) => {
      setGone({ to: difference, of: compared })
      showDifference(frame, difference)
    },
    [compared, frame],
  )
  const go = useCallback(
    (step: 1 | -1) => {
      const { count } = compared
      if (count === 0 || !isOn) return
      goTo(current === undefined ? (step === 1 ? 0 : count - 1) : (current + step + count) % count)
    },
    [compared, current, goTo, isOn],
  )
  useStepKeys(go)
  return { current, goTo, go }
}

/** Brings a difference into view, where it has something new if it has, and shows which marks are its own. */
export function showDifference(frame: HTMLElement | null, difference: number): void {
  const marks = [...(frame?.querySelectorAll<HTMLElement>('[data-difference]') ?? [])]
  for (const mark of marks)
    mark.toggleAttribute('data-current', mark.dataset.difference === String(difference))
  const own = marks.filter((mark) => mark.hasAttribute('data-current'))
  for (const mark of own) openAround(mark)
  const isNew = ({ localName, dataset }: HTMLElement) =>
    localName === 'ins' || dataset.redline === 'inserted' || dataset.redline === 'moved'
  const shown = own.find(isNew) ?? own[0]
  if (shown) shown.scrollIntoView({ block: 'center' })
  else listedAs(frame, difference)?.scrollIntoView({ block: 'nearest' })
}

/** The entry of a difference that has no mark on the page, such as the title of the module. */
function listedAs(frame: HTMLElement | null, difference: number): Element | null | undefined {
  return frame?.parentElement?.querySelector(`[data-listed="${difference}"]`)
}

function openAround(mark: HTMLElement): void {
  for (
    let around = mark.closest('details');
    around;
    around = around.parentElement?.closest('details') ?? null
  ) {
    around.open = true
  }
}
