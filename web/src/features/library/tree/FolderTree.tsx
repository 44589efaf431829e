import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { openOverlay } from '@/lib/overlay'
import { IconButton } from '@/ui/IconButton'
import { Skeleton } from '@/ui/Skeleton'
import { Tree } from '@/ui/Tree'
import { showToast } from '@/ui/toasts'
import { useReading } from '../useReading'
import type { LibraryNode } from './nodes'
import { pathTo } from './pathTo'
import { useFolderTree } from './useFolderTree'
import '../library.css'
import { goOnInto } from './goOnInto'
import { useRoutePlace, useWayToPage } from './useRoutePlace'

/** Databases, their manuals, the manuals' profiles and their contents, each read when it is opened. */
export function FolderTree() {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const reading = useReading()
  const { databasePath, manualPath, selected } = useRoutePlace()
  const { databases, tree } = useFolderTree(manualPath, reading)
  useWayToPage(databasePath, manualPath)
  const notAllowed = can.createLibrary(me) ? undefined : t('shell.sidebar.mayNotCreateDatabase')

  const toggle = (node: LibraryNode, open: boolean) => {
    tree.onToggle(node, open)
    if (open) void goOnInto(node, (key) => showToast({ tone: 'warning', text: t(key) }))
  }
  const actions = (node: LibraryNode, tabIndex: 0 | -1) =>
    node.kind === 'csdb' && (
      <>
        <IconButton
          icon="add"
          size="sm"
          tabIndex={tabIndex}
          label={t('library.tree.createManual', { database: node.label })}
          disabledReason={notAllowed}
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
    )

  return (
    <>
      <div className="li-tree-head">
        <h2>{t('library.tree.title')}</h2>
        <IconButton
          icon="add"
          label={t('library.tree.createDatabase')}
          disabledReason={notAllowed}
          onClick={() => openOverlay({ kind: 'createDatabase' })}
        />
      </div>
      {databases.isPending ? (
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
          onSelect={(node) => void navigate(pathTo(node, reading, manualPath))}
          actions={actions}
        />
      )}
    </>
  )
}
