export type PageEntry = number | 'gap-before' | 'gap-after'

/** Up to this many pages are all shown. */
const allUpTo = 6

/** The page numbers to offer: all of few pages, else both ends and a window round the current page. */
export function pageWindow(page: number, pages: number): PageEntry[] {
  if (pages <= allUpTo) return numbers(1, pages)
  if (page <= 4) return [...numbers(1, 5), 'gap-after', pages]
  if (page >= pages - 3) return [1, 'gap-before', ...numbers(pages - 4, pages)]
  return [1, 'gap-before', ...numbers(page - 1, page + 1), 'gap-after', pages]
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
