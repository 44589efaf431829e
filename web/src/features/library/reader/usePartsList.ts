import { type RefObject, useCallback, useEffect } from 'react'
import type { ViewHotspot } from '@/api/types'
import { placeOf } from '@/lib/article/blocks'

/** Links the rows of a parts list with the areas of its figure. */
export function usePartsList(host: RefObject<HTMLElement | null>, marked: string | undefined) {
  useEffect(() => {
    if (!host.current) return
    for (const row of host.current.querySelectorAll('[data-marked]')) row.removeAttribute('data-marked')
    const row = marked === undefined ? undefined : placeOf(host.current, marked)
    if (row?.matches(rowSelector)) row.setAttribute('data-marked', '')
  }, [host, marked])
  /** Lets the rows of these hotspots be shown in the figure. */
  return useCallback(
    (hotspots: readonly ViewHotspot[]) => {
      for (const target of hotspots.flatMap(({ targets }) => targets)) {
        const row = host.current && placeOf(host.current, target)
        for (const button of row?.querySelectorAll<HTMLButtonElement>('button[data-item]') ?? []) {
          button.disabled = false
        }
      }
    },
    [host],
  )
}

const rowSelector = '.s1d-parts > tbody'

/** The row that an element belongs to. */
export const rowOf = (element: Element): string | undefined =>
  element.closest<HTMLElement>(rowSelector)?.id || undefined
