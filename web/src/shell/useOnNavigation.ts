import { useEffect, useLayoutEffect } from 'react'
import { createPath, useLocation, useNavigation } from 'react-router'

/**
 * Calls `uncover`, which must be the same at every render, when the user sets out for somewhere: at every change of the
 * address, and at a click on a link of ours to the page that is already shown, which changes none. Not when a page
 * arrives that had to be fetched: what was opened meanwhile stays.
 */
export function useOnNavigation(uncover: () => void): void {
  const here = useLocation()
  const bound = useNavigation().location ?? here
  // Not the key alone: every change of the hash that the router did not make itself has the same key.
  const journey = `${bound.key} ${createPath(bound)}`
  // Within the change, not after it: a later effect would take away what the next key has already opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the address is the event.
  useLayoutEffect(uncover, [uncover, journey])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href^="#"]')) uncover()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [uncover])
}
