import { redo, undo } from '@codemirror/commands'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntryChange, EntryPlace, File, OutlineEntry } from '@/api/types'
import type { SourceHandle } from '../source/SourceEditor'
import { childrenOf, findAgain, keysOf, placeForNew, visibleRows } from './outlineMoves'
import { useOutline } from './useOutline'

export type Contents = ReturnType<typeof useContents>

/** The rows of a publication's contents and the changes of them; the focus follows the entry that was changed. */
export function useContents(path: string, source: RefObject<SourceHandle | null>, readOnly: boolean) {
  const { t } = useTranslation()
  const outline = useOutline(path, source)
  const entries: readonly OutlineEntry[] = outline.entries ?? []
  const tree = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  /** The focus was on a row that undo may have taken away. */
  const isFocusAtRisk = useRef(false)
  const [chosen, setChosen] = useState<number>()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const keys = keysOf(entries)
  const rows = visibleRows(entries, keys, closed)
  const current = chosen !== undefined && rows.includes(chosen) ? chosen : rows[0]
  const isLocked = readOnly || outline.busy || outline.problem !== undefined
  const nameOf = (entry: OutlineEntry | undefined) =>
    entry?.title || entry?.key || t('modules.outline.untitled')
  const focus = (number: number) => {
    setChosen(number)
    // The row may not be on the page yet.
    setTimeout(() => tree.current?.querySelector<HTMLElement>(`[data-entry="${number}"]`)?.focus())
  }
  /** The row next to where the focus was; without any row the first button. */
  const focusNear = (number: number, count: number) => {
    if (count > 0) focus(Math.min(number, count - 1))
    else setTimeout(() => tools.current?.querySelector('button')?.focus())
  }
  const refuse = () => setSaid(t(outline.busy ? 'modules.outline.wait' : 'modules.outline.locked'))
  const make = async (wanted: EntryChange, near: number, text: string, about?: Partial<OutlineEntry>) => {
    if (isLocked) return refuse()
    const made = await outline.change(wanted)
    if (made === 'stale') return setSaid(t('modules.outline.stale'))
    if (!made) return
    setSaid(made.isNew ? text : t('modules.outline.cannotMove'))
    focusNear((about && findAgain(made.entries, about, near)) ?? near, made.entries.length)
  }
  const step = (command: typeof undo) => {
    const view = source.current?.view()
    if (!view || readOnly) return refuse()
    isFocusAtRisk.current = tree.current?.contains(document.activeElement) ?? false
    command(view)
  }
  const entryCount = outline.entries?.length
  useEffect(() => {
    if (outline.busy || !isFocusAtRisk.current || entryCount === undefined) return
    isFocusAtRisk.current = false
    if (tree.current?.contains(document.activeElement)) return
    const place =
      entryCount === 0
        ? tools.current?.querySelector('button')
        : tree.current?.querySelector('[tabindex="0"]')
    if (place instanceof HTMLElement) place.focus()
  }, [outline.busy, entryCount])
  return {
    ...outline,
    entries,
    isLoading: outline.entries === undefined && outline.problem === undefined,
    isLocked,
    tree,
    tools,
    undo: () => step(undo),
    redo: () => step(redo),
    refuse,
    keys,
    rows,
    current,
    said,
    nameOf,
    focus,
    choose: setChosen,
    isOpen: (number: number) => !closed.has(keys[number] ?? ''),
    toggle: (number: number, open: boolean) => {
      const next = new Set(closed)
      if (open) next.delete(keys[number] ?? '')
      else next.add(keys[number] ?? '')
      setClosed(next)
    },
    hasEntries: (number: number) => childrenOf(entries, number).length > 0,
    move: (number: number, place: EntryPlace | undefined) => {
      const entry = entries[number]
      if (!entry || !place) return setSaid(t('modules.outline.cannotMove'))
      const text = t('modules.outline.moved', { name: nameOf(entry) })
      void make({ kind: 'move', entry: number, place }, number, text, entry)
    },
    remove: (number: number) => {
      const text = t('modules.outline.removed', { name: nameOf(entries[number]) })
      void make({ kind: 'remove', entry: number }, Math.max(0, number - 1), text)
    },
    rename: (number: number, title: string) => {
      const text = t('modules.outline.renamed', { name: title })
      void make({ kind: 'rename', entry: number, title }, number, text, { kind: 'section', title })
    },
    addSection: (title: string) => {
      const text = t('modules.outline.added', { name: title })
      const place = placeForNew(entries, current)
      void make({ kind: 'addSection', place, title }, entries.length, text, { kind: 'section', title })
    },
    addFile: (file: File) => {
      const text = t('modules.outline.added', { name: file.title || file.code })
      const place = placeForNew(entries, current)
      const about = { kind: 'module', key: file.code } as const
      void make({ kind: 'addFile', place, path: file.path }, (current ?? 0) + 1, text, about)
    },
  }
}
