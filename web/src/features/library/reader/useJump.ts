import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { focusOn, placeOf } from './places'

/** The place in the module that the address names, and a way to go to another; `Back` returns. */
export function useJump(article: HTMLElement | null) {
  const [params, setParams] = useSearchParams()
  const at = params.get('at') ?? undefined
  const shown = useRef<{ at: string; article: HTMLElement }>(undefined)
  useEffect(() => {
    if (!article || at === undefined) {
      shown.current = undefined
      return
    }
    // News of the library draw the module again; whoever has read on meanwhile stays where he is.
    if (shown.current?.at === at && shown.current.article === article) return
    if (show(article, at)) shown.current = { at, article }
  })
  const jump = useCallback(
    (id: string) => {
      if (id === at && article) show(article, id)
      else
        setParams((before) => {
          const after = new URLSearchParams(before)
          after.set('at', id)
          return after
        })
    },
    [at, article, setParams],
  )
  return { at, jump }
}

const flash = 'rd-flash'

function show(article: HTMLElement, id: string): boolean {
  const found = placeOf(article, id)
  if (!found) return false
  // The list of a picture's parts is folded; who looks for a part wants the picture.
  const place = found.closest<HTMLElement>('.s1d-graphic') ?? found
  for (let around = place.parentElement; around && around !== article; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
  }
  focusOn(place)
  place.scrollIntoView({ block: place.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
  place.classList.remove(flash)
  // Read, so that the browser starts the animation afresh.
  void place.offsetWidth
  place.classList.add(flash)
  place.addEventListener('animationend', () => place.classList.remove(flash), { once: true })
  return true
}
