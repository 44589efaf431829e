import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { File } from '@/api/types'
import { HolderChip } from '@/lib/editing/HolderChip'
import { issueOrDate } from '@/lib/library/issue'
import { objectHref } from '@/lib/library/objects'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { ViewSwitch } from '@/ui/ViewSwitch'
import { SaveStatus } from './SaveStatus'
import type { Saver } from './saving/saver'
import type { SourceCommand } from './source/SourceEditor'
import { type EditorViewName, viewsOf } from './useEditorView'

interface EditorBarProps {
  file: File
  saver: Saver
  view: EditorViewName
  onView: (view: EditorViewName) => void
  onCheckIn: () => void
  onCancel: () => void
  onDownload: () => void
  /** The menu of the forms. */
  forms: ReactNode
  /** A command on the source. */
  onSource: (command: SourceCommand) => void
}

/** The head of the editor: the file, whether it is saved, and what can be done with it. */
export function EditorBar(props: EditorBarProps) {
  const { file, saver, view, onView, onCheckIn, onCancel, onDownload, onSource, forms } = props
  const { t } = useTranslation()
  const read = objectHref(file.path)
  const differences = objectHref(file.path, { part: 'compare', v: 'base', with: 'draft' })
  const items: MenuItem[] = [
    ...(read ? [{ kind: 'link', icon: 'book', label: t('editor.read'), href: read } as const] : []),
    ...(differences
      ? [{ kind: 'link', icon: 'compare', label: t('editor.compareWithBase'), href: differences } as const]
      : []),
    { kind: 'action', icon: 'download', label: t('editor.download'), onSelect: onDownload },
    { kind: 'action', icon: 'search', label: t('editor.findReplace'), onSelect: () => onSource('find') },
    ...(view === 'source'
      ? ([
          { kind: 'divider' },
          { kind: 'action', icon: 'edit', label: t('editor.renameTag'), onSelect: () => onSource('rename') },
          { kind: 'action', icon: 'list', label: t('editor.formatXml'), onSelect: () => onSource('format') },
        ] as const)
      : []),
    { kind: 'divider' },
    { kind: 'action', icon: 'cancel', label: t('editing.cancel'), onSelect: onCancel },
  ]
  return (
    <div className="ed-bar">
      <div className="ed-bar-title">
        <h1>{file.title || file.code}</h1>
        <span>
          <Code>{file.code}</Code> {issueOrDate(file)} <HolderChip file={file} />
        </span>
      </div>
      <SaveStatus saver={saver} />
      {/* Behind the status, whose length changes when the text loses the focus: a button must not move under a click. */}
      <ViewSwitch
        label={t('editor.view.label')}
        views={viewsOf(file.kind)}
        view={view}
        nameOf={(each) => t(`editor.view.${each}`)}
        onChange={onView}
      />
      <div className="ed-buttons">
        {forms}
        <Button variant="primary" icon="success" onClick={onCheckIn}>
          {t('editing.checkIn')}
        </Button>
        <DropdownMenu
          label={t('editor.more')}
          trigger={<Icon name="more" />}
          items={items}
          buttonClassName="btn af-btn-secondary af-btn-icon"
        />
      </div>
    </div>
  )
}
