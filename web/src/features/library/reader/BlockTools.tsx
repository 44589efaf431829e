import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/IconButton'
import { useCopyLink } from './useCopyLink'

/** What a link can lead to: paragraphs, headings, steps, and what stands for itself. */
const blocks =
  'h2,h3,h4,h5,h6,p,li,tr,figure,aside,section,.s1d-para,.s1d-step,.s1d-warning,.s1d-caution,.s1d-note'

interface BlockToolsProps {
  /** The address of a block, as the router spells it. */
  pathTo: (id: string) => string
  isBookmarked: (id: string) => boolean
  onBookmark: (id: string, text: string) => void
  children: ReactNode
}

/**
 * Gives the block under the pointer, or the one chosen with J and K, a button that copies a link to it and one that
 * bookmarks it.
 */
export function BlockTools({ pathTo, isBookmarked, onBookmark, children }: BlockToolsProps) {
  const { t } = useTranslation()
  const id = useId()
  const copy = useCopyLink()
  const frame = useRef<HTMLDivElement>(null)
  const [block, setBlock] = useState<{ id: string; text: string; top: number }>()
  const choose = (element: HTMLElement) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box || element.id === block?.id) return
    const text = element.textContent?.trim().slice(0, longestName) ?? ''
    setBlock({ id: element.id, text, top: element.getBoundingClientRect().top - box.top })
  }
  const onPointerOver = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest('.rd-block-tools')) return
    const found = target instanceof Element ? blockAround(target) : undefined
    if (found) choose(found)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const step = { j: 1, k: -1 }[event.key]
    if (step !== undefined) {
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>(blocks)].filter(({ id }) => id !== '')
      const next = all[all.findIndex(({ id }) => id === block?.id) + step]
      if (!next) return
      next.scrollIntoView({ block: 'nearest' })
      choose(next)
    } else if (event.key === 'c' && block) void copy(pathTo(block.id))
    else if (event.key === 'b' && block) onBookmark(block.id, block.text)
    else return
    event.preventDefault()
  }
  const kept = block && isBookmarked(block.id)
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
      {block && (
        <div className="rd-block-tools" style={{ top: block.top }}>
          <IconButton
            icon="link"
            size="sm"
            label={t('reader.link.copy')}
            onClick={() => void copy(pathTo(block.id))}
          />
          <IconButton
            icon="star"
            size="sm"
            className={kept ? 'rd-kept' : undefined}
            aria-pressed={kept}
            label={t(kept ? 'reader.bookmark.remove' : 'reader.bookmark.paragraph')}
            onClick={() => onBookmark(block.id, block.text)}
          />
        </div>
      )}
      {children}
    </div>
  )
}

const longestName = 80

function blockAround(element: Element): HTMLElement | undefined {
  let found = element.closest<HTMLElement>(blocks)
  while (found && found.id === '') found = found.parentElement?.closest<HTMLElement>(blocks) ?? null
  return found ?? undefined
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}
