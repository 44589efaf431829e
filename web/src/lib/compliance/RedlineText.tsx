import type { RedlinePieces } from '@/api/types'

interface RedlineTextProps {
  /** Names the text. */
  label: string
  pieces: RedlinePieces
}

/** Two texts in one, with the words that go and those that come. */
export function RedlineText({ label, pieces }: RedlineTextProps) {
  return (
    <blockquote className="cpl-redline" aria-label={label}>
      {pieces.map(({ kind, text }, index) => {
        // The pieces have no name of their own, and never change their order.
        const key = index
        if (kind === 'deleted') return <del key={key}>{text}</del>
        return kind === 'inserted' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
      })}
    </blockquote>
  )
}
