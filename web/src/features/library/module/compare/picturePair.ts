import type { ComparedVersions, ListedDifference, ViewFigure } from '@/api/types'

type Pages = ComparedVersions['pages']

type PicturePair = [ViewFigure, ViewFigure]

/** The picture before and after a difference: one with another content, or one that another took the place of. */
export function picturePair(pages: Pages, difference: ListedDifference): PicturePair | undefined {
  const [old, now] = pairOf(pages, difference)
  const isDrawn = (figure: ViewFigure | undefined) => figure?.state === 'found' && figure.media !== 'pdf'
  return old && now && isDrawn(old) && isDrawn(now) ? [old, now] : undefined
}

type Found = [ViewFigure | undefined, ViewFigure | undefined]

function pairOf(pages: Pages, { kind, difference }: ListedDifference): Found {
  if (difference === undefined) return [undefined, undefined]
  if (kind === 'pictureContent') return replacedPair(pages, difference)
  return kind === 'picture'
    ? [markedFigure(pages, difference, 'deleted'), markedFigure(pages, difference, 'inserted')]
    : [undefined, undefined]
}

function replacedPair(pages: Pages, difference: number): Found {
  const found = pages.map((page) => {
    const replaced = page.replaced.find((each) => each.difference === difference)
    return { before: replaced?.before, own: replaced && page.figures[replaced.figure] }
  })
  const [one, two] = found
  return two ? [one?.own, two.own] : [one?.before, one?.own]
}

/** The only picture with the mark of a difference. */
function markedFigure(
  pages: Pages,
  difference: number,
  mark: 'deleted' | 'inserted',
): ViewFigure | undefined {
  const selector = `[data-figure][data-redline="${mark}"][data-difference="${difference}"]`
  const found = pages.flatMap(({ html, figures }) => {
    // A document of its own: nothing in it loads or runs.
    const page = new DOMParser().parseFromString(html, 'text/html')
    const places = page.querySelectorAll<HTMLElement>(selector)
    return [...places].map(({ dataset }) => figures[Number(dataset.figure)])
  })
  return found.length === 1 ? found[0] : undefined
}
