import { useEffect, useEffectEvent } from 'react'
import { isPlainKey, singleKeysOn } from '@/lib/singleKeys'

interface ConflictCommands {
  /** Goes to the next conflict, or to the previous one. */
  go: (step: 1 | -1) => void
  /** Goes to the next conflict without a choice. */
  goUndecided: () => void
  /** Takes one of the choices, counted from 0. */
  choose: (index: number) => void
}

/** `n` and `p` go from conflict to conflict, `u` to the next undecided one, the digits choose. */
export function useConflictKeys({ go, goUndecided, choose }: ConflictCommands): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!singleKeysOn() || !isPlainKey(event)) return
    const digit = '1234'.indexOf(event.key)
    if (event.key === 'n') go(1)
    else if (event.key === 'p') go(-1)
    else if (event.key === 'u') goUndecided()
    else if (digit >= 0) choose(digit)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
