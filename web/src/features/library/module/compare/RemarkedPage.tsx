import { type ReactNode, useState } from 'react'
import type { Manual } from '@/api/types'
import { placeOf } from '@/lib/article/blocks'
import { databaseOf } from '@/lib/library/folders'
import { keyOf } from '@/lib/library/objects'
import { paths } from '@/lib/paths'
import { BlockTools } from '../../reader/BlockTools'
import { useBookmarks } from '../../reader/useBookmarks'
import { useReaderComments } from '../../reader/useReaderComments'
import { useThreadState } from '../../reader/useReaderThreads'

/** The module and the version whose paragraphs are commented on: the page of a comparison has their ids. */
export interface Remarks {
  path: string
  version: string
}

interface RemarkedPageProps {
  manual: Manual
  remarks: Remarks
  label: string
  /** Draws the page and passes its element on. */
  children: (onDrawn: (article: HTMLElement) => void) => ReactNode
}

/** The page of a comparison, with the comments on the paragraphs of its new state. */
export function RemarkedPage({ manual, remarks: { path, version }, label, children }: RemarkedPageProps) {
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const threads = useThreadState()
  const bookmarks = useBookmarks(path, version)
  const comments = useReaderComments({
    path,
    version,
    article,
    threads,
    onJump: (id) => article && placeOf(article, id)?.scrollIntoView({ block: 'center' }),
  })
  return (
    <>
      <div className="rd-head">{comments.button}</div>
      <div className="rd-columns rd-remarked" data-comments={threads.isShown}>
        <section className="rd-page" aria-label={label}>
          <BlockTools
            pathTo={(id) =>
              paths.manual(databaseOf(manual), manual.name, { dm: keyOf(path), v: version, at: id })
            }
            isBookmarked={bookmarks.isBookmarked}
            onBookmark={bookmarks.toggle}
            onComment={threads.write}
            onAsk={undefined}
            onRefer={undefined}
          >
            {comments.markers}
            {children(setArticle)}
          </BlockTools>
        </section>
        {comments.panel}
      </div>
    </>
  )
}
