import type { View } from '@/api/types'

/** The most words of a changed text that name it in the list of changes. */
const maxWords = 8

/** Changed pieces say why to whoever points at them or tabs to them; the list of changes leads to each of them. */
export function prepareChanges(content: ParentNode, reasons: View['reasons']): void {
  const changed = [...content.querySelectorAll<HTMLElement>('[data-change]')]
  for (const element of changed) {
    const said = reasons.filter(({ id }) => reasonsOf(element).includes(id)).map(({ text }) => text)
    if (said.length === 0) continue
    element.title = said.join('\n')
    element.tabIndex = 0
    element.setAttribute('aria-description', said.join(' '))
  }
  for (const entry of content.querySelectorAll<HTMLElement>('.s1d-reasons li[data-reasons]')) {
    const places = changed.filter((element) => reasonsOf(element).includes(entry.dataset.reasons ?? ''))
    for (const place of places) {
      const link = linkTo(place)
      if (link) entry.append(' ', link)
    }
  }
}

const reasonsOf = ({ dataset }: HTMLElement) => dataset.reasons?.split(' ') ?? []

function linkTo(place: HTMLElement): HTMLElement | undefined {
  const id = place.closest<HTMLElement>('[id]')?.id
  if (!id) return undefined
  const words = place.textContent?.trim().split(/\s+/) ?? []
  const link = document.createElement('a')
  link.href = `#${id}`
  link.dataset.target = id
  link.textContent = words.slice(0, maxWords).join(' ') + (words.length > maxWords ? '…' : '')
  return link
}
