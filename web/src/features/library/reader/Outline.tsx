import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Heading } from '@/api/types'
import { href } from '@/lib/paths'
import './outline.css'

interface OutlineProps {
  headings: readonly Heading[]
  article: HTMLElement | null
  /** The address of a heading, as the router spells it. */
  pathTo: (id: string) => string
  onJump: (id: string) => void
}

/** The headings of a module; the one that is being read is marked. */
export function Outline({ headings, article, pathTo, onJump }: OutlineProps) {
  const { t } = useTranslation()
  const here = useHeadingInView(headings, article)
  return (
    <nav className="rd-outline" aria-label={t('reader.outline')}>
      <ol>
        {headings.map(({ id, number, title, level }) => (
          <li key={id} style={{ paddingInlineStart: `${Math.min(level - 1, 4) * 0.75}rem` }}>
            <a
              href={href(pathTo(id))}
              aria-current={id === here ? 'location' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                onJump(id)
              }}
            >
              {number && <span className="rd-outline-number">{number}</span>} {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The distance of the reading position from the top of the window. */
const readingLine = 180

function useHeadingInView(headings: readonly Heading[], article: HTMLElement | null): string | undefined {
  const [here, setHere] = useState<string>()
  useEffect(() => {
    if (!article) return
    const ids = new Set(headings.map(({ id }) => id))
    const places = [...article.querySelectorAll<HTMLElement>('[id]')].filter(({ id }) => ids.has(id))
    let waiting = 0
    const look = () => {
      waiting = 0
      const passed = places.findLast((each) => each.getBoundingClientRect().top <= readingLine)
      setHere((passed ?? places[0])?.id)
    }
    const onScroll = () => {
      waiting ||= requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(waiting)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [headings, article])
  return here
}
