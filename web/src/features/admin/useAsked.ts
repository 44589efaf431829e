import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Runs the action that `do` in the address names, once: the parameter is removed, so that it can be used again. */
export function useAsked(action: 'rebuild' | 'verify', run: () => void): void {
  const [params, setParams] = useSearchParams()
  const asked = params.get('do') === action
  const heard = useRef(false)
  const answer = useEffectEvent(() => {
    if (asked) {
      heard.current = true
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          after.delete('do')
          return after
        },
        { replace: true },
      )
    } else if (heard.current) {
      // Only now: a change of the address closes whatever lies over the page.
      heard.current = false
      run()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for is the event.
  useEffect(() => answer(), [asked])
}
