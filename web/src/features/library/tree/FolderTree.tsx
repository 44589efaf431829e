import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { checkOut, useHolderOf } from '@/api/editing'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { HolderMark } from '@/lib/editing/HolderMark'
import { useOpenEditor } from '@/lib/editing/useOpenEditor'
import { displayName } from '@/lib/library/folders'
import { openOverlay } from '@/lib/overlay'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { IconButton } from '@/ui/IconButton'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import { Tree } from '@/ui/Tree'
import { showToast } from '@/ui/toasts'
import { saysWhich, useChoice } from '../useChoice'
import { useIsWorking } from '../useIsWorking'
import { useReading } from '../useReading'
import { FoundContents } from './FoundContents'
import { NotApplyingMark } from './NotApplyingMark'
import type { LibraryNode } from './nodes'
import { OpenAllButton } from './OpenAllButton'
import { pathTo } from './pathTo'
import { useFolderTree } from './useFolderTree'
import '../library.css'
import { goOnInto } from './goOnInto'
import { useRoutePosition, useWayToModule, useWayToPage } from './useRoutePosition'

/** Databases, their manuals, the manuals' profiles and their contents, each read when it is opened. */
export function FolderTree() {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const openEditor = useOpenEditor(checkOut)
  const reading = useReading()
  const choice = useChoice()
  const place = useRoutePosition()
  const { manual, manualPath } = place
  const { databases, tree } = useFolderTree(manualPath, reading, place.language)
  useWayToPage(place)
  const module = useWayToModule(place, reading)
  const [text, setText] = useState('')
  const filter = useTypedFilter(text, setText)
  const notAllowed = can.createLibrary(me) ? undefined : t('shell.sidebar.mayNotCreateDatabase')

  const toggle = (node: LibraryNode, open: boolean) => {
    tree.onToggle(node, open)
    if (open) void goOnInto(node, (key) => showToast({ tone: 'warning', text: t(key) }))
  }
  const isWorking = useIsWorking()
  const holderOf = useHolderOf()
  const selected = module ?? place.selected
  /** For the module that is open, or that the keyboard is at: one button for each of thousands would slow the tree. */
  const editAction = (node: LibraryNode, tabIndex: 0 | -1) => {
    const path = node.kind === 'toc' && node.toc.leaf ? node.toc.sourceFiles[0] : undefined
    if (path === undefined || (tabIndex !== 0 && node.id !== selected)) return undefined
    if (!isWorking || !can.editContent(me, path)) return undefined
    return (
      <IconButton
        icon="edit"
        size="sm"
        tabIndex={tabIndex}
        label={t('library.tree.edit', { name: node.label })}
        onClick={() => openEditor(path)}
      />
    )
  }
  const actions = (node: LibraryNode, tabIndex: 0 | -1) =>
    node.kind === 'toc' ? (
      editAction(node, tabIndex)
    ) : node.kind === 'csdb' ? (
      <>
        <IconButton
          icon="add"
          size="sm"
          tabIndex={tabIndex}
          label={t('library.tree.createManual', { database: node.label })}
          disabledReason={
            can.createLibrary(me, node.csdb.path) ? undefined : t('shell.sidebar.mayNotCreateDatabase')
          }
          onClick={() => openOverlay({ kind: 'createManual', csdb: node.csdb })}
        />
        {can.deleteDatabase(me) && (
          <IconButton
            icon="trash"
            size="sm"
            tabIndex={tabIndex}
            label={t('library.tree.deleteDatabase', { database: node.label })}
            onClick={() => openOverlay({ kind: 'deleteFolder', folder: node.csdb })}
          />
        )}
      </>
    ) : undefined
  const mark = (node: LibraryNode) => {
    if (node.kind !== 'toc') return undefined
    const isHere = node.manual.path === manualPath
    const held = isHere && !isWorking ? undefined : holderOf(node.toc.sourceFiles[0] ?? '')
    const isJudged = isHere && (saysWhich(choice) || node.toc.applies === 'no')
    // A row without marks has no place for them.
    if (!held && !isJudged) return undefined
    return (
      <>
        {held && <HolderMark held={held} />}
        {isJudged && <NotApplyingMark node={node} reading={reading} choice={choice} />}
      </>
    )
  }
  const isReadable = manual?.lanes.working !== undefined

  return (
    <>
      <div className="li-tree-head">
        <h2>{t('library.tree.title')}</h2>
        {manual && isReadable && <OpenAllButton manual={manual} profileId={place.profileId} />}
        <IconButton
          icon="add"
          label={t('library.tree.createDatabase')}
          disabledReason={notAllowed}
          onClick={() => openOverlay({ kind: 'createDatabase' })}
        />
      </div>
      {manual && isReadable && (
        <div className="li-tree-filter">
          <SearchField
            label={t('library.tree.filter', { manual: displayName(manual) })}
            placeholder={t('library.tree.filter', { manual: displayName(manual) })}
            value={filter.text}
            onChange={filter.type}
            onSearch={filter.applyNow}
          />
        </div>
      )}
      {manual && isReadable && text !== '' ? (
        <FoundContents
          manual={manual}
          profileId={place.profileId}
          text={text}
          language={place.language}
          selected={selected}
          onClear={() => filter.applyNow('')}
        />
      ) : databases.isPending ? (
        <Skeleton lines={4} />
      ) : databases.data?.length === 0 ? (
        <p className="li-tree-empty">{t('library.tree.empty')}</p>
      ) : (
        <Tree
          label={t('library.tree.title')}
          emptyText={t('library.tree.nothing')}
          className="li-tree-view"
          {...tree}
          onToggle={toggle}
          selected={selected}
          onSelect={(node) => void navigate(pathTo(node, { ...reading, ...choice }, manualPath))}
          mark={mark}
          actions={actions}
        />
      )}
    </>
  )
}
