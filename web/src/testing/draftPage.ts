import type { DraftPage } from '@/api/types'

/** The page that the server would make: each `<para>` a paragraph with its number. */
export function draftPage(text: string): DraftPage {
  const found = [...text.matchAll(/<para>(.*?)<\/para>/g)]
  const paragraphs = found.map(
    ([, inner = ''], index) =>
      `<p class="s1d-para"><span class="s1d-gen">${index + 1}</span><span class="s1d-run" data-run="${index}">${inner
        .replace(/<dmRef\/>/g, (_, at: number) => `<span class="s1d-chip" data-chip="${at}">Pump</span>`)
        .replace(/<\/?emphasis>/g, '')}</span></p>`,
  )
  const runs = found.map(({ index, 1: inner = '' }) => {
    const from = index + '<para>'.length
    return { from, to: from + inner.length, element: 'para' }
  })
  return { html: paragraphs.join(''), runs, truncated: false, references: [], figures: [], reasons: [] }
}
