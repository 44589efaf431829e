import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  acceptSuggestion,
  commentCalls,
  loadSuggestionEdits,
  moduleCommentsQuery,
  startThread,
} from '@/api/comments'
import { useMe } from '@/api/queries'
import type { File } from '@/api/types'
import { CommentsPanel } from '@/lib/comments/CommentsPanel'
import { Composer } from '@/lib/comments/Composer'
import { CommentCallsProvider } from '@/lib/comments/calls'
import { markCommented } from '@/lib/comments/markCommented'
import { tabId } from '@/lib/editing/tab'
import { useStore } from '@/ui/store'
import { showToast } from '@/ui/toasts'
import type { Saver } from './saving/saver'
import { positionOf } from './source/lineEnds'
import type { SourceHandle } from './source/SourceEditor'
import type { EditorViewName } from './useEditorView'
import { useRefreshedPlaces } from './useRefreshedPlaces'

interface EditorCommentsProps {
  file: File
  saver: Saver
  source: RefObject<SourceHandle | null>
  /** The frame of the page on which the paragraphs are marked. */
  sheet: RefObject<HTMLElement | null>
  view: EditorViewName
  showPage: () => void
}

/** The comments on a module that is edited, beside its text. */
export function useEditorComments({ file, saver, ...rest }: EditorCommentsProps): ReactNode {
  const { source, sheet, view, showPage } = rest
  const { t } = useTranslation()
  const { account } = useMe().user
  const calls = useMemo(() => ({ ...commentCalls, account }), [account])
  const [open, setOpen] = useState<string>()
  const [isWriting, setWriting] = useState(false)
  useRefreshedPlaces(saver, file.path)
  const isElsewhere = useStore(saver.state).kind === 'elsewhere'
  const query = useQuery(moduleCommentsQuery(file.path, draft))
  const threads = query.data
  useEffect(() => {
    const page = view === 'page' ? articleIn(sheet.current) : null
    return page && threads ? markCommented(page, threads) : undefined
  }, [sheet, view, threads])
  const accept = async (id: string, shown: string): Promise<void> => {
    const editor = source.current?.view()
    if (!editor) return
    if (isElsewhere) throw new Error(t('comments.suggestion.elsewhere'))
    const before = saver.text()
    const edits = await loadSuggestionEdits(id, shown, before)
    // Somebody who types on meanwhile would get the words in the wrong place.
    if (saver.text() !== before) return accept(id, shown)
    const { state } = editor
    editor.dispatch({
      changes: edits.map(({ from, to, text }) => ({
        from: positionOf(state, from),
        to: positionOf(state, to),
        insert: text,
      })),
      userEvent: 'input.suggestion',
    })
    if ((await saver.flush()) === undefined) {
      showToast({ tone: 'warning', text: t('comments.suggestion.notSaved') })
      return
    }
    await acceptSuggestion(id, shown, tabId())
    showToast({ tone: 'success', text: t('comments.suggestion.done') })
  }
  const blocks = [...(articleIn(sheet.current)?.querySelectorAll<HTMLElement>('[id]') ?? [])]
  return (
    <CommentCallsProvider value={calls}>
      <CommentsPanel
        query={query}
        ids={blocks.map(({ id }) => id)}
        open={open}
        onOpen={setOpen}
        onPlace={(id) => {
          showPage()
          whenThere(sheet.current, id, (block) => block.scrollIntoView({ block: 'center' }))
        }}
        version={undefined}
        onAccept={accept}
        composer={
          isWriting && (
            <Composer
              path={file.path}
              place={`thread ${file.path} `}
              label={t('comments.write.label', { place: t('comments.wholeModule') })}
              sendLabel={t('comments.write.send')}
              isFocused
              onSend={async (written) => {
                const { thread } = await startThread(
                  file.path,
                  { version: file.versionId, anchor: '' },
                  written,
                )
                setOpen(thread.id)
              }}
              onCancel={() => setWriting(false)}
            />
          )
        }
        onStart={() => setWriting(true)}
      />
    </CommentCallsProvider>
  )
}

const draft = { draft: true } as const

const articleIn = (sheet: HTMLElement | null) => sheet?.querySelector<HTMLElement>('.ed-article') ?? null

/** How long a page may take to show its blocks, in milliseconds. */
const patience = 5_000

/** Does something with a block of the page as soon as it is there. */
function whenThere(sheet: HTMLElement | null, id: string, act: (block: HTMLElement) => void): void {
  if (!sheet) return
  const find = () =>
    [...(articleIn(sheet)?.querySelectorAll<HTMLElement>('[id]') ?? [])].find((block) => block.id === id)
  const now = find()
  if (now) {
    act(now)
    return
  }
  const observer = new MutationObserver(() => {
    const later = find()
    if (!later) return
    observer.disconnect()
    act(later)
  })
  observer.observe(sheet, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), patience)
}
