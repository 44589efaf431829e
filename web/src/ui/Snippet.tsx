interface SnippetProps {
  pieces: readonly { text: string; hit: boolean }[]
}

/** A part of a text with the words that were found in it. */
export function Snippet({ pieces }: SnippetProps) {
  return pieces.map(({ text, hit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have only their order.
    hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  )
}
