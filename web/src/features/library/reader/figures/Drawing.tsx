import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ViewHotspot } from '@/api/types'
import { Skeleton } from '@/ui/Skeleton'
import { areasOf, readDrawing } from './picture'

interface DrawingProps {
  url: string
  name: string
  hotspots: readonly ViewHotspot[]
  /** The area that is pointed out. */
  shown: string | undefined
  onHotspot: (hotspot: ViewHotspot) => void
  /** The user points at an area, or at none. */
  onPoint: (hotspot: ViewHotspot | undefined) => void
  /** The hotspots that the drawing contains. */
  onAreas: (hotspots: readonly ViewHotspot[]) => void
  onError: () => void
}

const drawingQuery = (url: string) =>
  queryOptions({
    queryKey: ['drawing', url],
    queryFn: async () => {
      const answer = await fetch(url)
      if (!answer.ok) throw new Error(String(answer.status))
      return answer.text()
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

/** A drawing whose parts can be chosen: it stands in the page itself, behind a wall against its styles and ids. */
export function Drawing({ url, name, hotspots, shown, ...events }: DrawingProps) {
  const text = useQuery(drawingQuery(url))
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  })
  const { data, error } = text
  useLayoutEffect(() => {
    const drawing = data === undefined ? undefined : readDrawing(data)
    if (!host.current || data === undefined) return
    if (!drawing) return latest.current.onError()
    fitWidth(drawing)
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const style = document.createElement('style')
    style.textContent = looks
    root.replaceChildren(style, drawing)
    stayInPlace(drawing)
    const found = hotspots.filter((hotspot) => {
      const areas = areasOf(drawing, hotspot)
      for (const area of areas) makeChoosable(area, hotspot, latest)
      return areas.length > 0
    })
    latest.current.onAreas(found)
  }, [data, hotspots])
  useEffect(() => {
    if (error) latest.current.onError()
  }, [error])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing that comes later is pointed at as well.
  useEffect(() => {
    const root = host.current?.shadowRoot
    if (!root) return
    for (const area of root.querySelectorAll('[data-shown]')) area.removeAttribute('data-shown')
    const hotspot = hotspots.find(({ object }) => object === shown)
    for (const area of hotspot ? areasOf(root, hotspot) : []) area.setAttribute('data-shown', '')
  }, [shown, hotspots, data])
  // An image has no parts to choose.
  const naming = { role: hotspots.length > 0 ? 'group' : 'img', 'aria-label': name }
  return (
    <>
      {data === undefined && <Skeleton lines={6} />}
      <div ref={host} {...naming} className="pv-drawing" hidden={data === undefined} />
    </>
  )
}

/** As wide as its frame, whatever it says itself. */
function fitWidth(drawing: SVGSVGElement): void {
  const [width, height] = ['width', 'height'].map((side) =>
    Number.parseFloat(drawing.getAttribute(side) ?? ''),
  )
  if (!drawing.hasAttribute('viewBox') && width && height) {
    drawing.setAttribute('viewBox', `0 0 ${width} ${height}`)
  }
  drawing.removeAttribute('width')
  drawing.removeAttribute('height')
  drawing.setAttribute('aria-hidden', 'false')
}

/** Its own styles cannot take the drawing out of its frame: what its element says counts most. */
function stayInPlace(drawing: SVGSVGElement): void {
  for (const [name, value] of Object.entries(inPlace)) drawing.style.setProperty(name, value, 'important')
}

const inPlace = {
  position: 'static',
  display: 'block',
  width: '100%',
  height: 'auto',
  margin: '0',
  overflow: 'hidden',
  'max-height': 'var(--pv-height, none)',
}

type AreaEvents = Pick<DrawingProps, 'onHotspot' | 'onPoint'>

function makeChoosable(area: Element, hotspot: ViewHotspot, events: { readonly current: AreaEvents }): void {
  area.setAttribute('role', 'button')
  area.setAttribute('tabindex', '0')
  area.setAttribute('data-hot', '')
  area.setAttribute('aria-label', [hotspot.name, hotspot.title].filter(Boolean).join(' ') || hotspot.object)
  area.addEventListener('click', () => events.current.onHotspot(hotspot))
  for (const begin of ['focus', 'pointerenter']) {
    area.addEventListener(begin, () => events.current.onPoint(hotspot))
  }
  for (const end of ['blur', 'pointerleave']) {
    area.addEventListener(end, () => events.current.onPoint(undefined))
  }
  area.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    events.current.onHotspot(hotspot)
  })
}

// Strokes are told in pixels of the screen: a drawing counts in units of its own.
const looks = `
  svg { display: block; width: 100%; height: auto; max-height: var(--pv-height, none); }
  [data-hot] { cursor: pointer; pointer-events: bounding-box; outline: none; }
  .cgm-region, .aps-region { vector-effect: non-scaling-stroke; stroke-width: 3px; }
  [data-hot] .cgm-region, [data-hot] .aps-region { pointer-events: all; }
  [data-hot]:hover .cgm-region, [data-hot]:hover .aps-region { fill: rgb(11 94 142 / 14%); }
  [data-shown] .cgm-region, [data-shown] .aps-region { fill: rgb(230 150 0 / 35%); stroke: #d07c00; }
  [data-shown]:not(:has(.cgm-region, .aps-region)) * { stroke: #d07c00; }
  [data-hot]:focus-visible .cgm-region, [data-hot]:focus-visible .aps-region { stroke: #0b5e8e; }
  [data-hot]:focus-visible:not(:has(.cgm-region, .aps-region)) * { stroke: #0b5e8e; }
`
