import { type RefObject, useEffect } from 'react'
import { setPolicyStatus } from '@/api/compliance'
import type { ListedPolicyItem } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { isPlainKey, singleKeysOn } from '@/lib/singleKeys'

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 }

/** The statuses that need no reason, by the key that sets them. */
const statuses: Readonly<Record<string, string>> = {
  '1': 'not_assessed',
  '2': 'compliant',
  '3': 'partially_compliant',
  '4': 'non_compliant',
}

interface ItemKeysOptions {
  frame: RefObject<HTMLElement | null>
  items: readonly ListedPolicyItem[]
  mayEdit: boolean
  /** A status was set, or waits for an approver. */
  onSet: () => void
}

/** J and K go through the requirements of a list; 1 to 4 set the status of the one that has the focus. */
export function useItemKeys({ frame, items, mayEdit, onSet }: ItemKeysOptions): void {
  useEffect(() => {
    const links = () => [...(frame.current?.querySelectorAll<HTMLElement>('a[data-item]') ?? [])]
    const focused = () => links().find((link) => link === document.activeElement)
    const move = (step: number) => {
      const all = links()
      const from = focused()
      all[from ? all.indexOf(from) + step : 0]?.focus()
    }
    const set = async (item: ListedPolicyItem, status: string) => {
      try {
        await setPolicyStatus(item, status, '')
        onSet()
      } catch (error) {
        showProblem(error instanceof Error ? error : new Error(String(error)))
      }
    }
    const onKey = (event: KeyboardEvent) => {
      if (!singleKeysOn() || !isPlainKey(event)) return
      const step = steps[event.key]
      const status = mayEdit ? statuses[event.key] : undefined
      const item = items.find(({ id }) => id === focused()?.dataset.item)
      if (step !== undefined) move(step)
      else if (status !== undefined && item) void set(item, status)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame, items, mayEdit, onSet])
}
