import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

const place = 'rd-comments-place'

/** Where the tools of the reader leave room for the button of the comments. */
export function CommentsPlace() {
  return <span id={place} />
}

/** Shows the button among the tools of the reader, which do not know whether the text is shown. */
export function InCommentsPlace({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => setElement(document.getElementById(place)), [])
  return element ? createPortal(children, element) : children
}
