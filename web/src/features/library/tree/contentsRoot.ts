import { type Reading, type TocPage, tocChildrenQuery } from '@/api/library'
import { queryClient } from '@/api/queries'
import type { TocNode } from '@/api/types'
import { pageSize } from './pageSize'

/** The entries in a language, and those without one; all where none is in it. */
export function inLanguage<Entry>(
  entries: readonly Entry[],
  tocOf: (entry: Entry) => TocNode | undefined,
  language: string,
): Entry[] {
  const languageOf = (entry: Entry) => tocOf(entry)?.language
  if (!entries.some((entry) => languageOf(entry) === language)) return [...entries]
  return entries.filter((entry) => (languageOf(entry) ?? language) === language)
}

/** The publication that holds all contents in a language: its own level can be left out. */
export async function hiddenRoot(
  place: Pick<TocPage, 'profileId' | keyof Reading>,
  language: string,
): Promise<TocNode | undefined> {
  const { items, total } = await queryClient.fetchQuery(
    tocChildrenQuery({ ...place, pageNumber: 1, pageSize }),
  )
  if (total > items.length) return undefined
  const [root, ...others] = inLanguage(items, (toc) => toc, language)
  // A publication is an object; a chapter is none and keeps its level.
  const isPublication = root?.type === 'toc' && root.sourceFiles.length > 0
  return isPublication && !root.leaf && others.length === 0 ? root : undefined
}
