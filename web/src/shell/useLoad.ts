import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { reviveLostStyles } from '@/lib/lostStyles'
import { isUnfetched } from './unfetched'

/** Something whose code comes when it is wanted. */
export interface Source<T> {
  /** The loaded part, if it has loaded before. */
  loaded: () => T | undefined
  load: () => Promise<T>
}

interface LoadState<T> {
  come: T | undefined
  /** Why it could not come, for example because the connection is lost. */
  failure: { error: unknown } | undefined
  retry: () => void
}

/** Requests may still fail for this time after the network is back. */
const settlesMs = 10_000
const againAfterMs = 1000

let backSince = Number.NEGATIVE_INFINITY
// Registered at once: a request sent before may fail afterwards.
window.addEventListener('online', () => {
  backSince = performance.now()
})

/** Loads a part, and again when the network is back after a failure. */
export function useLoad<T>({ load, loaded }: Source<T>): LoadState<T> {
  const [come, setCome] = useState<T | undefined>(loaded)
  const [failure, setFailure] = useState<LoadState<T>['failure']>()
  const waiting = come === undefined && failure === undefined
  useEffect(() => {
    if (!waiting) return
    let left = false
    let timer: number | undefined
    const ask = () => {
      const asked = performance.now()
      const fail = (error: unknown) => {
        const unfetched = isUnfetched(error)
        // The browser itself tells the console of what it could not fetch, but not of an error that is caught here.
        if (!unfetched) reportError(error)
        if (left) return
        if (unfetched && navigator.onLine && asked < backSince + settlesMs)
          timer = window.setTimeout(ask, againAfterMs)
        else setFailure({ error })
      }
      reviveLostStyles()
      load().then((arrived) => !left && setCome(() => arrived), fail)
    }
    ask()
    return () => {
      left = true
      window.clearTimeout(timer)
    }
  }, [load, waiting])
  const retry = useCallback(() => setFailure(undefined), [])
  // Listens before anybody can see that it failed.
  useLayoutEffect(() => {
    if (!failure) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [failure, retry])
  return { come, failure, retry }
}
