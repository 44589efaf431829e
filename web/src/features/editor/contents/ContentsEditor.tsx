import type { ViewUpdate } from '@codemirror/view'
import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { Notice } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import type { SourceHandle } from '../source/SourceEditor'
import { AddModuleDialog } from './AddModuleDialog'
import { ContentsTools } from './ContentsTools'
import { EntryRow } from './EntryRow'
import { type DropZone, placeOfDrop } from './outlineMoves'
import { SectionDialog } from './SectionDialog'
import { actOnKey } from './treeKeys'
import { useContents } from './useContents'
import './contents.css'

export interface ContentsHandle {
  /** Shows a change of the text. */
  follow: (update: ViewUpdate) => void
}

interface ContentsEditorProps {
  ref: Ref<ContentsHandle>
  path: string
  label: string
  /** The source editor, which has the text and its history. */
  source: RefObject<SourceHandle | null>
  readOnly: boolean
}

type OpenDialog =
  | { kind: 'section' }
  | { kind: 'module' }
  | { kind: 'rename'; number: number }
  | { kind: 'remove'; number: number }

/** The sections and entries of a publication, changed by drag, by buttons and by keyboard. */
export function ContentsEditor({ ref, path, label, source, readOnly }: ContentsEditorProps) {
  const { t } = useTranslation()
  const contents = useContents(path, source, readOnly)
  const { entries, rows, problem, follow } = contents
  const [dialog, setDialog] = useState<OpenDialog>()
  const [dragged, setDragged] = useState<number>()
  useImperativeHandle(ref, () => ({ follow }), [follow])
  const close = () => setDialog(undefined)
  const onRename = (number: number) => setDialog({ kind: 'rename', number })
  const onRemove = (number: number) =>
    contents.hasEntries(number) ? setDialog({ kind: 'remove', number }) : contents.remove(number)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      if (event.shiftKey) contents.redo()
      else contents.undo()
    } else if (actOnKey(event, contents, { onRename, onRemove })) event.preventDefault()
  }
  const drop = (target: number, zone: DropZone) => {
    if (dragged !== undefined) contents.move(dragged, placeOfDrop(entries, dragged, target, zone))
    setDragged(undefined)
  }
  return (
    <div className="ce-contents">
      <ContentsTools
        contents={contents}
        readOnly={readOnly}
        onAddSection={() => setDialog({ kind: 'section' })}
        onAddModule={() => setDialog({ kind: 'module' })}
        onRename={onRename}
        onRemove={onRemove}
      />
      <p role="status" className="af-hint">
        {contents.said || t('modules.outline.hint')}
      </p>
      {problem !== undefined && (
        <Notice tone="warning" title={t('modules.outline.unreadable')}>
          {problem}
        </Notice>
      )}
      {contents.isLoading && <Skeleton lines={8} />}
      {!contents.isLoading && entries.length === 0 && (
        <EmptyState icon="list" title={t('modules.outline.empty')} text={t('modules.outline.emptyText')} />
      )}
      {entries.length > 0 && (
        <div
          ref={contents.tree}
          role="tree"
          className="ce-tree"
          aria-label={label}
          aria-busy={contents.busy}
          onKeyDown={onKeyDown}
        >
          {rows.map((number) => (
            <EntryRow
              key={contents.keys[number]}
              entries={entries}
              number={number}
              name={contents.nameOf(entries[number])}
              isCurrent={number === contents.current}
              isOpen={contents.isOpen(number)}
              isDragged={number === dragged}
              mayDrag={!contents.isLocked}
              onFocus={() => contents.choose(number)}
              onToggle={(open) => contents.toggle(number, open)}
              onDrag={setDragged}
              onDrop={(zone) => drop(number, zone)}
            />
          ))}
        </div>
      )}
      {(dialog?.kind === 'section' || dialog?.kind === 'rename') && (
        <SectionDialog
          title={dialog.kind === 'rename' ? (entries[dialog.number]?.title ?? '') : ''}
          onSave={(title) => {
            close()
            if (dialog.kind === 'rename') contents.rename(dialog.number, title)
            else contents.addSection(title)
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'module' && (
        <AddModuleDialog
          manualPath={path.split('/').slice(0, 3).join('/')}
          onAdd={(file) => {
            close()
            contents.addFile(file)
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          danger
          title={t('modules.outline.removeTitle')}
          confirmText={t('modules.outline.remove')}
          busyText={t('modules.outline.remove')}
          onConfirm={() => {
            close()
            contents.remove(dialog.number)
          }}
          onClose={close}
        >
          {t('modules.outline.removeText', { name: contents.nameOf(entries[dialog.number]) })}
        </ConfirmDialog>
      )}
    </div>
  )
}
