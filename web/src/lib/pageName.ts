import { useEffect } from 'react'
import { createStore, useStore } from '@/ui/store'

const pageName = createStore<string | undefined>(undefined)

/** Adds the name of what a page shows, such as a module, to the breadcrumb and the title of the window. */
export function usePageName(name: string): void {
  useEffect(() => {
    pageName.set(name)
    return () => pageName.set(undefined)
  }, [name])
}

export function useCurrentPageName(): string | undefined {
  return useStore(pageName)
}
