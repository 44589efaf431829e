import type { ComponentType } from 'react'
import { type Source, useLoad } from './useLoad'

/** A component that is loaded when it is needed. */
export type OnDemand<Props> = Source<ComponentType<Props>>

/** Caches the part after the first load. */
export function onDemand<T>(fetchPart: () => Promise<T>): Source<T> {
  let part: T | undefined
  return {
    loaded: () => part,
    load: async () => {
      part = await fetchPart()
      return part
    },
  }
}

interface LoadedPart<Props> {
  Part: ComponentType<Props> | undefined
  lost: boolean
  retry: () => void
}

/** React's own `lazy` remembers a failure until the page is loaded anew; this asks again. */
export function useOnDemand<Props>(source: OnDemand<Props>): LoadedPart<Props> {
  const { come, failure, retry } = useLoad(source)
  return { Part: come, lost: failure !== undefined, retry }
}
