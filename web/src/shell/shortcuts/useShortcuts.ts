import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '@/api/queries'
import type { Me } from '@/api/types'
import { runFirstAction } from '@/lib/editing/pageActions'
import { openOverlay } from '@/lib/overlay'
import { isPlainKey, singleKeysOn } from '@/lib/singleKeys'
import { focusAlerts } from '@/ui/AlertStack'
import { goKeys } from './shortcuts'

/** The longest time between `g` and the second key. */
const sequenceMs = 1000

interface ShortcutTargets {
  search: RefObject<HTMLInputElement | null>
  toggleSidebar: () => void
}

export function useShortcuts({ search, toggleSidebar }: ShortcutTargets): void {
  const navigate = useNavigate()
  const me = useMe()
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const plain: Record<string, () => void> = {
      '?': () => openOverlay({ kind: 'shortcuts' }),
      '/': () => search.current?.focus(),
      '[': toggleSidebar,
      m: focusAlerts,
      e: runFirstAction,
    }
    const meant = (event: KeyboardEvent): (() => void) | undefined => {
      if (isPaletteKey(event)) return () => openOverlay({ kind: 'palette' })
      if (!singleKeysOn() || !isPlainKey(event)) return undefined
      const afterGo = event.timeStamp - goPressedAt.current < sequenceMs
      goPressedAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const path = afterGo ? goPath(event.key, me) : undefined
      return path === undefined ? plain[event.key] : () => void navigate(path)
    }
    const onKey = (event: KeyboardEvent) => {
      const run = meant(event)
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, me, search, toggleSidebar])
}

function isPaletteKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
}

function goPath(key: string, me: Me): string | undefined {
  return goKeys.find((go) => go.key === key && (go.may === undefined || go.may(me)))?.path
}
