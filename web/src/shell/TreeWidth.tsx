import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const storageKey = 'airfolio.treeWidth'
const narrowest = 208
const widest = 720
const usual = 320
const step = 24

type Width = ReturnType<typeof useTreeWidth>

/** The width of the folder tree in pixels, which this browser remembers; undefined for the usual one. */
export function useTreeWidth() {
  const area = useRef<HTMLElement>(null)
  const [value, setValue] = useState(remembered)
  const change = (next: number | undefined) => {
    const width = next && Math.round(Math.min(widest, Math.max(narrowest, next)))
    setValue(width)
    if (width === undefined) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, String(width))
  }
  return { area, value, change }
}

function remembered(): number | undefined {
  const stored = Number(localStorage.getItem(storageKey))
  return stored >= narrowest && stored <= widest ? stored : undefined
}

interface TreeWidthProps {
  width: Width
  /** The id of the tree. */
  controls: string
}

/** The edge of the folder tree: dragged, or moved with the arrow keys, it makes the tree wider or narrower. */
export function TreeWidth({ width: { area, value, change }, controls }: TreeWidthProps) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: (value ?? usual) - step,
      ArrowRight: (value ?? usual) + step,
      Home: narrowest,
      End: widest,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    change(next)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!area.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    change(event.clientX - area.current.getBoundingClientRect().left)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is no `hr`.
    <div
      role="separator"
      tabIndex={0}
      aria-label={t('library.tree.width')}
      aria-controls={controls}
      aria-orientation="vertical"
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={value ?? usual}
      className="af-tree-edge"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={() => change(undefined)}
    />
  )
}
