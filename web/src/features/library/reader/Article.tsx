import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { ViewReference } from '@/api/types'
import { PictureView } from './figures/PictureView'
import { ownerOf, type PictureSource, placeOfHotspot } from './figures/picture'
import { redraw } from './places'
import type { FigureSlot } from './prepare'
import { type Drawable, useDrawing } from './useDrawing'
import { rowOf, usePartsList } from './usePartsList'
import { useScrollableTables } from './useScrollableTables'
import '@/lib/article/article.css'
import '@/lib/article/articleTables.css'
import '@/lib/article/articleMarks.css'
import './partsList.css'

export interface ArticleProps {
  view: Drawable
  /** The page a reference leads to. */
  hrefOf: (reference: ViewReference) => string | undefined
  /** The source of the module's pictures. */
  source: PictureSource
  /** The place that was jumped to; a hotspot is shown in its picture. */
  at?: string
  onJump: (id: string) => void
  /** The user asks why a part is shown or not. */
  onWhy?: (annotation: string, anchor: HTMLElement) => void
  /** The user asks for the meaning of a term. */
  onTerm?: (term: string, anchor: HTMLElement) => void
  /** Adds marks to the rendered article before it is shown. */
  mark?: (content: DocumentFragment) => void
  onDrawn?: (article: HTMLElement) => void
}

/** A module as the server has drawn it, with links and pictures that work here. */
export function Article({ view, hrefOf, source, at, onJump, onWhy, onTerm, mark, onDrawn }: ArticleProps) {
  const host = useRef<HTMLDivElement>(null)
  const [figures, setFigures] = useState<FigureSlot[]>([])
  const [pointedAt, setPointedAt] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const clickedAt = useClickPosition(host)
  const draw = useDrawing(hrefOf)
  useLayoutEffect(() => {
    if (!host.current) return
    const drawn = draw(view)
    mark?.(drawn.content)
    redraw(host.current, drawn.content)
    setFigures(drawn.figures)
    onDrawn?.(host.current)
  }, [draw, view, mark, onDrawn])
  useScrollableTables(host, view)
  const enableRows = usePartsList(host, pointedAt ?? chosen)

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element)) return
    const why = event.target.closest<HTMLElement>('[data-why]')
    if (why) onWhy?.(why.dataset.why ?? '', why)
    const term = event.target.closest<HTMLElement>('[data-term]')
    if (term) onTerm?.(term.dataset.term ?? '', term)
    const item = event.target.closest<HTMLElement>('button[data-item]')
    if (item) setChosen(item.dataset.item)
    const link = event.target.closest<HTMLElement>('a[data-target]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    // The fragment of the address is the router's.
    event.preventDefault()
    onJump(link.dataset.target ?? '')
  }
  // A person who points at the name of a thing sees it in the picture.
  const onPointerOver = ({ target, screenX, screenY }: PointerEvent<HTMLElement>) => {
    // A click on an area scrolls the text: what comes below the pointer is not pointed at.
    if (!(target instanceof Element) || clickedAt.current === `${screenX} ${screenY}`) return
    const link = target.closest<HTMLElement>('a[data-target]')?.dataset.target
    setPointedAt(link ?? target.closest<HTMLElement>('.s1d-hotspot')?.id ?? rowOf(target))
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const item = target.closest<HTMLElement>('button[data-item]')
    if (item) setPointedAt(item.dataset.item)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links and buttons are those of the text. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links and buttons make clicks of keys. */}
      <div
        ref={host}
        className="rd-article"
        onClick={onClick}
        onFocus={onFocus}
        onPointerOver={onPointerOver}
      />
      {figures.map(({ index, figure, element }) =>
        createPortal(
          <PictureView
            figure={figure}
            source={source}
            shown={[pointedAt, chosen, at].map((id) => ownerOf(figure, id)?.object).find(Boolean)}
            inline={element.localName === 'span'}
            onHotspot={({ id, targets: [target] }) => {
              setChosen(target)
              const place = target ?? mentionOf(host.current, id)
              if (place) onJump(place)
            }}
            onPoint={(hotspot) => setPointedAt(hotspot && placeOfHotspot(hotspot))}
            onAreas={enableRows}
          />,
          element,
          String(index),
        ),
      )}
    </>
  )
}

/** The position of the pointer at the last click, in pictures too: React passes those by. */
function useClickPosition(host: RefObject<HTMLElement | null>): RefObject<string | undefined> {
  const position = useRef<string>(undefined)
  useEffect(() => {
    const remember = ({ screenX, screenY }: globalThis.MouseEvent) => {
      position.current = `${screenX} ${screenY}`
    }
    const element = host.current
    element?.addEventListener('click', remember, true)
    return () => element?.removeEventListener('click', remember, true)
  }, [host])
  return position
}

/** The first mention of a place in the text. */
function mentionOf(article: HTMLElement | null, id: string | undefined): string | undefined {
  const links = [...(article?.querySelectorAll<HTMLElement>('a[data-target]') ?? [])]
  const mention = links.find(({ dataset }) => id !== undefined && dataset.target === id)
  return mention?.closest('[id]')?.id
}
