import { type RefObject, useEffect, useRef } from 'react'
import { renderDraft } from '@/api/editing'
import { queryClient } from '@/api/queries'
import { viewQuery } from '@/api/view'
import { tabId } from '@/lib/editing/tab'
import { currentLanguage } from '@/lib/i18n'
import { idInDraft } from './page/idInDraft'
import type { PageHandle } from './page/PageEditor'
import { positionIn } from './page/positionIn'
import type { SourceHandle } from './source/SourceEditor'
import type { EditorViewName } from './useEditorView'

interface StartPlace {
  path: string
  /** The paragraph, by its id in the page. */
  at: string | undefined
  source: RefObject<SourceHandle | null>
  page: RefObject<PageHandle | null>
  view: EditorViewName
}

/** The page of the version that was read; undefined when it cannot be had. */
const readPage = (path: string) =>
  queryClient.fetchQuery(viewQuery(path, {}, currentLanguage())).catch(() => undefined)

/** Puts the cursor into the paragraph that the editor was opened for. */
export function useStartPlace({ path, at, source, page, view }: StartPlace): void {
  const shown = useRef(view)
  useEffect(() => {
    shown.current = view
  }, [view])
  const begun = useRef<string>(undefined)
  useEffect(() => {
    const editor = source.current?.view()
    // A page that was hidden for a while goes on where it was.
    if (at === undefined || !editor || begun.current === at) return
    begun.current = at
    const request = new AbortController()
    const { doc, selection } = editor.state
    const go = (position: number | undefined) => {
      const { state } = editor
      // Who has begun to work meanwhile stays there.
      const isUntouched = state.doc === doc && state.selection.eq(selection)
      if (position === undefined || !isUntouched || request.signal.aborted) return
      if (shown.current === 'page') page.current?.goTo(position)
      else if (shown.current === 'source') source.current?.goToPosition(position)
    }
    const rendering = renderDraft(path, tabId(), doc.sliceString(0), request.signal)
    // An id of the text is the same in the draft; one that tells a position may be that of another paragraph.
    Promise.all([rendering, at.includes(':') ? readPage(path) : undefined])
      .then(([rendered, read]) => {
        const id = read ? idInDraft(read.html, rendered.html, at) : at
        go(positionIn(rendered, id))
      })
      // A text that is not well-formed has no paragraphs: the editor begins at its first line.
      .catch(() => undefined)
    return () => request.abort()
  }, [path, at, source, page])
}
