import type { ComparedPage } from '@/api/types'

type PageParts = Pick<ComparedPage, 'html' | 'references' | 'figures'>

/** Marks the pictures that have another content, and puts the old ones before them where the page has both states. */
export function withOldPictures(
  { html, references, figures, replaced }: ComparedPage,
  note: string,
): PageParts {
  if (replaced.length === 0) return { html, references, figures }
  // A document of its own: nothing in it loads or runs.
  const page = new DOMParser().parseFromString(html, 'text/html')
  const all = [...figures]
  for (const { figure, difference, before } of replaced) {
    const place = page.querySelector<HTMLElement>(`[data-figure="${figure}"]`)
    if (!place) continue
    place.dataset.redline = before ? 'inserted' : 'changed'
    place.dataset.difference = String(difference)
    if (!before) continue
    const old = page.createElement(place.localName)
    old.className = place.className
    Object.assign(old.dataset, {
      icn: before.icn,
      state: before.state,
      figure: String(all.length),
      redline: 'deleted',
      difference: String(difference),
      note,
    })
    place.before(old)
    all.push(before)
  }
  return { html: page.body.innerHTML, references, figures: all }
}
