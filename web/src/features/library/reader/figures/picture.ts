import type { Reading } from '@/api/library'
import type { ViewFigure, ViewHotspot } from '@/api/types'

/** The source of a module's pictures. */
export interface PictureSource {
  database: string
  reading: Reading
}

/** The hotspot of a figure that has an id, or leads to it. */
export function ownerOf({ hotspots }: ViewFigure, id: string | undefined): ViewHotspot | undefined {
  return id === undefined ? undefined : hotspots.find((each) => each.id === id || each.targets.includes(id))
}

export const zoomSteps = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const

/** The next step above or below; the same where there is none. */
export function zoomed(zoom: number, direction: 1 | -1): number {
  const steps = direction > 0 ? zoomSteps : [...zoomSteps].reverse()
  return steps.find((step) => (direction > 0 ? step > zoom : step < zoom)) ?? zoom
}

const dropped =
  'script, foreignObject, iframe, embed, object, audio, video, animate, set, animateTransform, animateMotion'

/** A drawing as nodes that belong to no page, without anything that acts or loads; undefined when it is none. */
export function readDrawing(text: string): SVGSVGElement | undefined {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (!(root instanceof SVGSVGElement)) return undefined
  for (const element of root.querySelectorAll(dropped)) element.remove()
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const attribute of [...element.attributes]) {
      const leads =
        attribute.localName === 'href' && !/^(#|data:image\/(png|jpeg|gif);)/i.test(attribute.value)
      if (leads || /^on/i.test(attribute.name)) element.removeAttributeNode(attribute)
    }
  }
  return root
}

/** The place in the text that a hotspot leads to. */
export const placeOfHotspot = ({ id, targets: [target] }: ViewHotspot): string | undefined => target ?? id

/** The parts of a drawing that a hotspot names, by the ways that tools write them. */
export function areasOf(
  drawing: ParentNode,
  { object, name }: Pick<ViewHotspot, 'object' | 'name'>,
): Element[] {
  const own = [...drawing.querySelectorAll('[data-aps-id], [data-apsid], [id], [data-name], [data-apsname]')]
  const by = (value: string, ...attributes: string[]) =>
    value === ''
      ? []
      : own.filter((element) => attributes.some((each) => element.getAttribute(each) === value))
  const found = by(object, 'data-aps-id', 'data-apsid', 'id')
  return found.length > 0 ? found : by(name, 'data-name', 'data-apsname')
}
