import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Does what the address asks for with `do`, once: it is taken out, so that it can be asked for again. */
export function useAsked(action: 'rebuild' | 'verify', run: () => void): void {
  const [params, setParams] = useSearchParams()
  const asked = params.get('do') === action
  const answer = useEffectEvent(() => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('do')
        return after
      },
      { replace: true },
    )
    run()
  })
  useEffect(() => {
    if (asked) answer()
  }, [asked])
}
