interface RedlineTextProps {
  label: string
  pieces: readonly { kind: string; text: string }[]
}

/** The differences of two texts: the words that went and those that came. */
export function RedlineText({ label, pieces }: RedlineTextProps) {
  return (
    <blockquote className="cpl-quote" aria-label={label}>
      {pieces.map(({ kind, text }, index) => {
        // The pieces have no name of their own, and never change their order.
        const key = index
        if (kind === 'deleted') return <del key={key}>{text}</del>
        return kind === 'inserted' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
      })}
    </blockquote>
  )
}
