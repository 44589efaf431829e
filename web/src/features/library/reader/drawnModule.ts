import { useEffect } from 'react'
import type { View } from '@/api/types'
import { createStore, useStore } from '@/ui/store'
import type { ReadFor } from './applicabilityNotices'

export interface DrawnModule {
  view: View
  readFor: ReadFor
}

/** The module whose text stands on the page. */
const drawn = createStore<DrawnModule | undefined>(undefined)

/** Tells the tools around a text which module it is of and for what it is read, as soon as it is drawn. */
export function useTellDrawn(
  view: View | undefined,
  readFor: ReadFor,
  article: HTMLElement | null,
  isHidden: boolean,
): void {
  const shown = article && !isHidden ? view : undefined
  useEffect(() => {
    drawn.set(shown && { view: shown, readFor })
    return () => drawn.set(undefined)
  }, [shown, readFor])
}

export function useDrawnModule(): DrawnModule | undefined {
  return useStore(drawn)
}

/** Whether the text on the page is still the one of this module. */
export const isStillDrawn = ({ view }: DrawnModule): boolean => drawn.get()?.view === view
