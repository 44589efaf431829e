import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { IconButton } from '@/ui/IconButton'
import { zoomed, zoomSteps } from './picture'
import { printOnly } from './print'
import { useFullScreen } from './useFullScreen'

interface PictureFrameProps {
  name: string
  /** The number of an illustration. */
  icn?: string
  children: ReactNode
}

/** A picture that can be enlarged, moved, shown on the whole screen and printed. */
export function PictureFrame({ name, icn, children }: PictureFrameProps) {
  const { t } = useTranslation()
  const viewer = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const { zoom, setZoom, zoomAt } = useZoom(view)
  const fullScreen = useFullScreen(viewer)
  const drag = useDrag(zoom > 1)

  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      '+': () => setZoom(zoomed(zoom, 1)),
      '=': () => setZoom(zoomed(zoom, 1)),
      '-': () => setZoom(zoomed(zoom, -1)),
      '0': () => setZoom(1),
    }
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  useCtrlWheel(view, zoomAt)
  return (
    <div ref={viewer} className="pv" data-full={fullScreen.isOn}>
      <div className="pv-tools">
        <IconButton
          icon="zoomOut"
          size="sm"
          label={t('reader.picture.zoomOut')}
          disabled={zoom <= zoomSteps[0]}
          onClick={() => setZoom(zoomed(zoom, -1))}
        />
        <output className="pv-zoom">{formatNumber(Math.round(zoom * 100))} %</output>
        <IconButton
          icon="zoomIn"
          size="sm"
          label={t('reader.picture.zoomIn')}
          disabled={zoom >= (zoomSteps.at(-1) ?? 1)}
          onClick={() => setZoom(zoomed(zoom, 1))}
        />
        <IconButton
          icon="fit"
          size="sm"
          label={t('reader.picture.fit')}
          disabled={zoom === 1}
          onClick={() => setZoom(1)}
        />
        <code className="af-code pv-icn">{icn}</code>
        <IconButton
          icon="print"
          size="sm"
          label={t('reader.picture.print')}
          onClick={() => viewer.current && printOnly(viewer.current)}
        />
        <IconButton
          icon={fullScreen.isOn ? 'shrink' : 'expand'}
          size="sm"
          label={t(fullScreen.isOn ? 'reader.picture.leaveFullScreen' : 'reader.picture.fullScreen')}
          onClick={fullScreen.toggle}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields. */}
      <div
        ref={view}
        role="group"
        aria-label={t('reader.picture.view', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled and enlarged by keys.
        tabIndex={0}
        className="pv-view"
        data-movable={zoom > 1}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <div className="pv-content" data-fit={zoom === 1} style={sized(zoom)}>
          {children}
        </div>
      </div>
    </div>
  )
}

/** Content with a width of its own reads `--pv-zoom`. */
function sized(zoom: number): CSSProperties & Record<'--pv-zoom', number> {
  return { width: `${zoom * 100}%`, '--pv-zoom': zoom }
}

interface Point {
  x: number
  y: number
}

interface ZoomState {
  zoom: number
  /** The place in the picture, in parts of its size, that stays at a place of the frame. */
  kept?: { keep: Point; seen: Point }
}

/** The zoom factor relative to the text's width; the point in the middle or under the pointer keeps its position. */
function useZoom(view: { current: HTMLElement | null }) {
  const [state, setState] = useState<ZoomState>({ zoom: 1 })
  const zoomAt = (zoom: number, at?: Point) => {
    const frame = view.current
    if (!frame || zoom === state.zoom) return
    const seen = at ?? { x: frame.clientWidth / 2, y: frame.clientHeight / 2 }
    const keep = {
      x: (frame.scrollLeft + seen.x) / frame.scrollWidth,
      y: (frame.scrollTop + seen.y) / frame.scrollHeight,
    }
    setState({ zoom, kept: { keep, seen } })
  }
  useLayoutEffect(() => {
    const frame = view.current
    if (!frame || !state.kept) return
    const { keep, seen } = state.kept
    frame.scrollLeft = keep.x * frame.scrollWidth - seen.x
    frame.scrollTop = keep.y * frame.scrollHeight - seen.y
  }, [view, state])
  return {
    zoom: state.zoom,
    setZoom: (zoom: number) => zoomAt(zoom),
    zoomAt: (direction: 1 | -1, at: Point) => zoomAt(zoomed(state.zoom, direction), at),
  }
}

/** The wheel enlarges with Ctrl and scrolls the page without it. */
function useCtrlWheel(
  view: { current: HTMLElement | null },
  zoomAt: (direction: 1 | -1, at: Point) => void,
): void {
  const latest = useRef(zoomAt)
  useEffect(() => {
    latest.current = zoomAt
  })
  useEffect(() => {
    const frame = view.current
    const onWheel = (event: WheelEvent) => {
      if (!frame || !event.ctrlKey) return
      event.preventDefault()
      const box = frame.getBoundingClientRect()
      latest.current(event.deltaY < 0 ? 1 : -1, { x: event.clientX - box.left, y: event.clientY - box.top })
    }
    // React's own handlers cannot keep the browser from enlarging the page.
    frame?.addEventListener('wheel', onWheel, { passive: false })
    return () => frame?.removeEventListener('wheel', onWheel)
  }, [view])
}

const clickDistance = 4

/** Moves an enlarged picture by dragging; a press that does not move stays a click. */
function useDrag(movable: boolean) {
  const start = useRef<{ x: number; y: number; left: number; top: number; moved: boolean }>(undefined)
  return {
    onPointerDown: ({ button, clientX, clientY, currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
      if (!movable || button !== 0 || pointerType !== 'mouse') return
      const { scrollLeft, scrollTop } = currentTarget
      start.current = { x: clientX, y: clientY, left: scrollLeft, top: scrollTop, moved: false }
    },
    onPointerMove: ({ buttons, clientX, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
      // A button released outside the picture ends the drag.
      if (buttons === 0) start.current = undefined
      const from = start.current
      if (!from) return
      const [x, y] = [clientX - from.x, clientY - from.y]
      if (!from.moved && Math.hypot(x, y) < clickDistance) return
      from.moved = true
      currentTarget.setPointerCapture(pointerId)
      currentTarget.scrollLeft = from.left - x
      currentTarget.scrollTop = from.top - y
    },
    onPointerUp: () => {
      start.current = undefined
    },
    onPointerCancel: () => {
      start.current = undefined
    },
  }
}
