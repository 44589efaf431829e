import { useCallback, useEffect, useState } from 'react'
import type { ComparedVersions } from '@/api/types'
import { isPlainKey, singleKeysOn } from '@/lib/singleKeys'

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
): DifferenceStepper {
  const [gone, setGone] = useState<{ to: number; of: CountedDifferences }>()
  // Pages that are drawn anew have other marks, none of which was gone to.
  const current = gone?.of === compared ? gone.to : undefined
  const goTo = useCallback(
    (difference: number) => {
      setGone({ to: difference, of: compared })
      show(frame, difference)
    },
    [compared, frame],
  )
  const go = useCallback(
    (step: 1 | -1) => {
      const { count } = compared
      if (count === 0) return
      goTo(current === undefined ? (step === 1 ? 0 : count - 1) : (current + step + count) % count)
    },
    [compared, current, goTo],
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.key === 'n' ? 1 : event.key === 'p' ? -1 : undefined
      if (!step || !singleKeysOn() || !isPlainKey(event)) return
      event.preventDefault()
      go(step)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [go])
  return { current, goTo, go }
}

/** Brings a difference into view, where it has something new if it has, and shows which marks are its own. */
function show(frame: HTMLElement | null, difference: number): void {
  const marks = [...(frame?.querySelectorAll<HTMLElement>('[data-difference]') ?? [])]
  for (const mark of marks)
    mark.toggleAttribute('data-current', mark.dataset.difference === String(difference))
  const own = marks.filter((mark) => mark.hasAttribute('data-current'))
  for (const mark of own) openAround(mark)
  const isNew = ({ localName, dataset }: HTMLElement) =>
    localName === 'ins' || dataset.redline === 'inserted' || dataset.redline === 'moved'
  const shown = own.find(isNew) ?? own[0]
  shown?.scrollIntoView({ block: 'center' })
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
