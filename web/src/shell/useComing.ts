import { useCallback, useEffect, useState } from 'react'
import { reviveLostStyles } from '@/lib/lostStyles'
import { isUnfetched } from './unfetched'

interface Coming<T> {
  come: T | undefined
  /** Why it could not come, for example because the connection is lost. */
  failure: { error: unknown } | undefined
  retry: () => void
}

/** Asks for code, and for what could not come again when the network is back. */
export function useComing<T>(load: () => Promise<T>, already?: () => T | undefined): Coming<T> {
  const [come, setCome] = useState<T | undefined>(already)
  const [failure, setFailure] = useState<Coming<T>['failure']>()
  const waiting = come === undefined && failure === undefined
  useEffect(() => {
    if (!waiting) return
    let left = false
    const fail = (error: unknown) => {
      // The browser itself tells the console of what it could not fetch, but not of an error that is caught here.
      if (!isUnfetched(error)) reportError(error)
      if (!left) setFailure({ error })
    }
    reviveLostStyles()
    load().then((loaded) => !left && setCome(() => loaded), fail)
    return () => {
      left = true
    }
  }, [load, waiting])
  const retry = useCallback(() => setFailure(undefined), [])
  useEffect(() => {
    if (!failure) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [failure, retry])
  return { come, failure, retry }
}
