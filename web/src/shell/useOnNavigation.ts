import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Calls `uncover`, which must be the same at every render, when the user goes somewhere: at every change of the
 * address, and at a click on a link of ours to the page that is already shown, which changes none.
 */
export function useOnNavigation(uncover: () => void): void {
  // The object, not its key: every change of the hash that the router did not make itself has the same key.
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the address is the event.
  useEffect(uncover, [uncover, location])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href^="#"]')) uncover()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [uncover])
}
