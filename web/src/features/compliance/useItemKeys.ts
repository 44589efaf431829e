import { type RefObject, useEffect, useRef } from 'react'
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
  const setStatus = useSetStatus(onSet)
  // A requirement that leaves the list with its new status takes the focus with it.
  const row = useRef(0)
  useEffect(() => {
    const links = () => [...(frame.current?.querySelectorAll<HTMLElement>('a[data-item]') ?? [])]
    const focused = () => links().find((link) => link === document.activeElement)
    const move = (step: number) => {
      const all = links()
      const from = focused()
      const again = Math.min(Math.max(0, step < 0 ? row.current - 1 : row.current), all.length - 1)
      const link = all[from ? all.indexOf(from) + step : again]
      if (!link) return
      row.current = all.indexOf(link)
      link.focus()
    }
    const onKey = (event: KeyboardEvent) => {
      if (!singleKeysOn() || !isPlainKey(event)) return
      const step = steps[event.key]
      const status = mayEdit ? statuses[event.key] : undefined
      const link = focused()
      const item = items.find(({ id }) => id === link?.dataset.item)
      if (step !== undefined) move(step)
      else if (status !== undefined && item && link) {
        row.current = links().indexOf(link)
        if (!event.repeat) void setStatus.current(item, status)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame, items, mayEdit, setStatus])
}

/**
 * Sets a status. The list learns the new version of a requirement only when it is loaded again, so the version of the
 * last answer counts until then. Keys on a requirement are ignored until its answer is there.
 */
function useSetStatus(onSet: () => void) {
  const answered = useRef(new Map<string, number>())
  const running = useRef(new Set<string>())
  const set = async ({ id, version }: ListedPolicyItem, status: string) => {
    if (running.current.has(id)) return
    running.current.add(id)
    try {
      const known = Math.max(version, answered.current.get(id) ?? 0)
      answered.current.set(id, (await setPolicyStatus({ id, version: known }, status, '')).version)
      onSet()
    } catch (error) {
      answered.current.delete(id)
      showProblem(error instanceof Error ? error : new Error(String(error)))
    } finally {
      running.current.delete(id)
    }
  }
  const latest = useRef(set)
  useEffect(() => {
    latest.current = set
  })
  return latest
}
