import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { placeOf } from '@/lib/article/blocks'
import { focusOn } from './places'

interface JumpProps {
  article: HTMLElement | null
  /** The id in the address. */
  asked: string | undefined
  /** The place that it leads to in the version that is shown; undefined until it is found. */
  at: string | undefined
  /** The version that is shown. */
  version: string | undefined
}

/** Shows the place in the module that the address names, and returns a way to go to another; `Back` returns. */
export function useJump({ article, asked, at, version }: JumpProps) {
  const [params, setParams] = useSearchParams()
  const isUndated = !params.has('from')
  const shown = useRef<{ asked: string; article: HTMLElement }>(undefined)
  useEffect(() => {
    if (!article || asked === undefined) {
      shown.current = undefined
      return
    }
    // News of the library draw the module again; whoever has read on meanwhile stays where he is.
    if (shown.current?.asked === asked && shown.current.article === article) return
    if (at === undefined || !show(article, at)) return
    shown.current = { asked, article }
    // The address of a search result names no version; a bookmark of the browser must find its paragraph again.
    if (isUndated && version !== undefined) {
      setParams((before) => withPlace(before, asked, version), { replace: true })
    }
  })
  const jump = useCallback(
    (id: string) => {
      if (id === at && article) show(article, id)
      else setParams((before) => withPlace(before, id, version))
    },
    [at, article, version, setParams],
  )
  return jump
}

/** The address of a place, with the version in which it has this id. */
function withPlace(before: URLSearchParams, id: string, version: string | undefined): URLSearchParams {
  const after = new URLSearchParams(before)
  after.set('at', id)
  if (version === undefined) after.delete('from')
  else after.set('from', version)
  return after
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
