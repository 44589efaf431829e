import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Code } from '@/ui/Code'
import { classes } from '@/ui/classes'
import './readerBar.css'

interface ReaderBarProps {
  title: string
  /** Set where the module is part of a page with a heading of its own: leads to the module's page. */
  href?: string
  code: string
  /** Beside the title. */
  status?: ReactNode
  /** Aircraft and version. */
  state?: ReactNode
  /** The row of tabs. */
  parts?: ReactNode
  tools?: ReactNode
}

/** The toolbar of a module. It stays at the top, in one line, while the text is scrolled. */
export function ReaderBar({ title, href, code, status, state, parts, tools }: ReaderBarProps) {
  const { place, bar, height } = useStuckBar()
  const isStuck = height !== undefined
  return (
    <>
      <div ref={place} />
      <div
        ref={bar}
        className={classes('rd-bar', href === undefined && 'rd-bar-page')}
        data-stuck={isStuck}
        // The line is lower than the whole bar; the text below stays where it was.
        style={isStuck ? { marginBottom: `calc(${height}px - var(--rd-bar-height))` } : undefined}
      >
        <div className="rd-bar-title" title={title}>
          {href === undefined ? (
            <h1>{title}</h1>
          ) : (
            <h2>
              <a href={href}>{title}</a>
            </h2>
          )}
          <span className="rd-bar-code">
            <Code>{code}</Code> {status}
          </span>
        </div>
        {state && <div className="rd-bar-state">{state}</div>}
        {parts && <div className="rd-bar-parts">{parts}</div>}
        {tools && <div className="rd-bar-tools">{tools}</div>}
      </div>
    </>
  )
}

/** Whether the bar is stuck to the top of the window; then `height` is its whole height with its margin. */
function useStuckBar() {
  const place = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const look = () => {
      if (!place.current || !bar.current) return
      const { top, height: own, marginBottom } = heightOf(bar.current)
      const isStuck = place.current.getBoundingClientRect().bottom < top
      setHeight((before) => (isStuck ? (before ?? own + marginBottom) : undefined))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  return { place, bar, height }
}

function heightOf(bar: HTMLElement) {
  const style = getComputedStyle(bar)
  return {
    top: Number.parseFloat(style.top),
    height: bar.offsetHeight,
    marginBottom: Number.parseFloat(style.marginBottom),
  }
}
