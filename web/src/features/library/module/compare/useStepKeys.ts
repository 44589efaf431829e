import { useEffect } from 'react'
import { isPlainKey, singleKeysOn } from '@/lib/singleKeys'

/** Goes on by `n` and back by `p`. */
export function useStepKeys(go: (step: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.key === 'n' ? 1 : event.key === 'p' ? -1 : undefined
      if (!step || !singleKeysOn() || !isPlainKey(event)) return
      event.preventDefault()
      go(step)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [go])
}
