import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { blockAround, blocksWithin, placeOf } from '@/lib/article/blocks'
import { paragraphName } from '@/lib/article/paragraphName'
import { pageActions } from '@/lib/editing/pageActions'
import { atPlace } from '@/lib/editing/readPlace'
import { IconButton } from '@/ui/IconButton'
import { useCopy } from './useCopy'
import './blocks.css'

interface SelectedBlock {
  id: string
  /** The name of its bookmark. */
  name: string
  by: 'keys' | 'pointer'
  element: HTMLElement
  top: number
}

interface BlockToolsProps {
  /** The address of a block, as the router spells it. */
  pathTo: (id: string) => string
  isBookmarked: (id: string) => boolean
  onBookmark: (id: string, name: string) => void
  onComment: (id: string, name: string) => void
  /** Asks for a change of the block; left out where a change is reviewed. */
  onAsk: ((id: string, name: string) => void) | undefined
  /** Lets a requirement refer to the block; left out for those who may not. */
  onRefer: ((id: string, name: string) => void) | undefined
  children: ReactNode
}

/**
 * Gives the block under the pointer, or the one chosen with J and K, buttons that copy a link to it, bookmark it,
 * comment on it, ask for a change of it, edit it and let a requirement refer to it.
 */
export function BlockTools({ pathTo, isBookmarked, onBookmark, children, ...on }: BlockToolsProps) {
  const { onComment, onAsk, onRefer } = on
  const { t } = useTranslation()
  const id = useId()
  const copy = useCopy()
  const frame = useRef<HTMLDivElement>(null)
  const [block, setBlock] = useState<SelectedBlock>()
  const pointer = useRef('')
  const choose = (element: HTMLElement, by: SelectedBlock['by']) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box || (element === block?.element && by === block.by)) return
    const name = paragraphName(wordsOf(element))
    setBlock({ id: element.id, name, by, element, top: element.getBoundingClientRect().top - box.top })
  }
  // The module was drawn anew: its paragraph is another element, at another height, or gone.
  useLayoutEffect(() => {
    if (!block || block.element.isConnected) return
    const again = frame.current && placeOf(frame.current, block.id)
    if (again) choose(again, block.by)
    else setBlock(undefined)
  })
  const onPointerOver = ({ target, screenX, screenY }: PointerEvent) => {
    const before = pointer.current
    pointer.current = `${screenX} ${screenY}`
    // The text moved, not the pointer: what was chosen with the keys stays chosen.
    if (block?.by === 'keys' && before === pointer.current) return
    if (target instanceof Element && target.closest('.rd-block-tools')) return
    const found = target instanceof Element ? blockAround(target) : undefined
    if (found) choose(found, 'pointer')
  }
  // The pointer itself shows which block is under it.
  const chosen = block?.by === 'keys' ? block.element : undefined
  useEffect(() => {
    chosen?.toggleAttribute('data-chosen', true)
    return () => void chosen?.toggleAttribute('data-chosen', false)
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const step = { j: 1, k: -1 }[event.key]
    if (step !== undefined) {
      const all = blocksWithin(event.currentTarget)
      const next = all[all.findIndex(({ id }) => id === block?.id) + step]
      if (!next) return
      next.scrollIntoView({ block: 'nearest' })
      choose(next, 'keys')
    } else if (event.key === 'c' && block) void copy.link(pathTo(block.id))
    else if (event.key === 'b' && block) onBookmark(block.id, block.name)
    else if (event.key === 'm' && block) onComment(block.id, block.name)
    else return
    event.preventDefault()
  }
  const kept = block && isBookmarked(block.id)
  const edit = block && pageActions().find(({ icon }) => icon === 'edit')
  return (
    // biome-ignore lint/a11y/useSemanticElements: the text is no section with a heading of its own.
    <div
      ref={frame}
      role="group"
      aria-label={t('reader.text')}
      aria-describedby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: J and K walk through its paragraphs.
      tabIndex={0}
      className="rd-blocks"
      onPointerOver={onPointerOver}
      onPointerLeave={() => setBlock(undefined)}
      onKeyDown={onKeyDown}
    >
      <span id={id} className="visually-hidden">
        {t('reader.link.keys')}
      </span>
      <span role="status" className="visually-hidden">
        {block?.by === 'keys' && block.name}
      </span>
      {block && (
        <div className="rd-block-tools" style={{ top: block.top }}>
          <IconButton
            icon="link"
            size="sm"
            label={t('reader.link.copy')}
            onClick={() => void copy.link(pathTo(block.id))}
          />
          <IconButton
            icon={kept ? 'bookmarked' : 'bookmark'}
            size="sm"
            className={kept ? 'rd-kept' : undefined}
            aria-pressed={kept}
            label={t(kept ? 'reader.bookmark.remove' : 'reader.bookmark.paragraph')}
            onClick={() => onBookmark(block.id, block.name)}
          />
          <IconButton
            icon="comment"
            size="sm"
            label={t('comments.onParagraph')}
            onClick={() => onComment(block.id, block.name)}
          />
          {onAsk && (
            <IconButton
              icon="changeRequest"
              size="sm"
              label={t('changeRequests.ask')}
              onClick={() => onAsk(block.id, block.name)}
            />
          )}
          {edit && (
            <IconButton
              icon="edit"
              size="sm"
              label={t('reader.editParagraph')}
              onClick={() => atPlace(block.id, edit.onSelect)}
            />
          )}
          {onRefer && (
            <IconButton
              icon="compliance"
              size="sm"
              label={t('compliance.refer.open')}
              onClick={() => onRefer(block.id, block.name)}
            />
          )}
        </div>
      )}
      {children}
    </div>
  )
}

/** The words of a block as it is now: a comparison also shows deleted ones. */
function wordsOf(block: HTMLElement): string {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  let words = ''
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement?.closest('del')) words += text.textContent ?? ''
  }
  return words
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}
