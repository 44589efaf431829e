import { queryOptions } from '@tanstack/react-query'
import { openDraft } from '@/api/editing'
import type { Draft } from '@/api/types'
import { findKeptTexts, forgetKeptText, type KeptText } from '@/lib/editing/keptTexts'
import { claimTab, isClosedTab, tabId } from '@/lib/editing/tab'

export interface EditorStart {
  draft: Draft
  /** Texts that were typed before and that the server does not have, newest first. */
  kept: KeptText[]
}

/** Opens the draft for this tab; a closed tab of this browser does not count as having it open. */
async function openHere(path: string): Promise<Draft> {
  const draft = await openDraft(path, tabId(), false)
  return draft.isMine || !(await isClosedTab(draft.tab)) ? draft : openDraft(path, tabId(), true)
}

async function start(account: string, path: string): Promise<EditorStart> {
  await claimTab()
  const draft = await openHere(path)
  const found = await findKeptTexts(account, path)
  const isSaved = ({ text }: KeptText) => text === draft.text
  await Promise.all(found.filter(isSaved).map(({ key }) => forgetKeptText(key)))
  return { draft, kept: found.filter((kept) => !isSaved(kept)) }
}

/** The start of one visit of the editor. */
export const editorStartQuery = (account: string, path: string) =>
  queryOptions({
    queryKey: ['editorStart', account, path],
    queryFn: () => start(account, path),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
