import type { ComponentType } from 'react'
import { useComing } from './useComing'

/** A part of the program whose code comes when it is wanted. */
export interface OnDemand<Props> {
  /** What has come already. */
  loaded: () => ComponentType<Props> | undefined
  load: () => Promise<ComponentType<Props>>
}

export function onDemand<Props>(fetchPart: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let part: ComponentType<Props> | undefined
  return {
    loaded: () => part,
    load: async () => {
      part = await fetchPart()
      return part
    },
  }
}

interface Wanted<Props> {
  Part: ComponentType<Props> | undefined
  lost: boolean
  retry: () => void
}

/** React's own `lazy` remembers a failure until the page is loaded anew; this asks again. */
export function useOnDemand<Props>(source: OnDemand<Props>): Wanted<Props> {
  const { come, failure, retry } = useComing(source.load, source.loaded)
  return { Part: come, lost: failure !== undefined, retry }
}
