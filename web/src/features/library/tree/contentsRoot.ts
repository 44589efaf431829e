import { type Reading, type TocPage, tocChildrenQuery } from '@/api/library'
import { queryClient } from '@/api/queries'
import type { TocNode } from '@/api/types'
import { pageSize } from './pageSize'

/** The publication that holds all contents in a language: its own level can be left out. */
export async function hiddenRoot(
  place: Pick<TocPage, 'profileId' | keyof Reading>,
  language: string,
): Promise<TocNode | undefined> {
  const { items, total } = await queryClient.fetchQuery(
    tocChildrenQuery({ ...place, language, pageNumber: 1, pageSize }),
  )
  const [root] = items
  // A publication is an object; a chapter is none and keeps its level.
  const isPublication = root?.type === 'toc' && root.sourceFiles.length > 0
  return isPublication && !root.leaf && total === 1 ? root : undefined
}
