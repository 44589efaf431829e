import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ErrorState } from '@/ui/ErrorState'
import { Icon } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import { useMediaQuery } from '@/ui/useMediaQuery'
import { onDemand, useOnDemand } from './onDemand'
import { TreeWidth, useTreeWidth } from './TreeWidth'

const folderTree = onDemand(async () => (await import('@/features/library/tree/FolderTree')).FolderTree)

interface TreePanel {
  id: string
  open: boolean
  toggle: () => void
}

/** Whether the folder tree is open on a narrow window, where it is closed at first. */
export function useTreePanel(): TreePanel {
  const id = useId()
  const [open, setOpen] = useState(false)
  // On a narrow window the tree would hide the module that was just opened.
  const module = useSearchParams()[0].get('dm')
  const [found, setFound] = useState(module)
  if (found !== module) {
    setFound(module)
    if (module !== null) setOpen(false)
  }
  return { id, open, toggle: () => setOpen(!open) }
}

/** Opens and closes the folder tree; only narrow windows show it. */
export function TreeToggle({ panel: { id, open, toggle } }: { panel: TreePanel }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="btn btn-sm af-btn-secondary af-tree-fold"
      aria-expanded={open}
      aria-controls={id}
      onClick={toggle}
    >
      <Icon name="library" size="sm" />
      <span className="af-workspace-label">{t('library.tree.title')}</span>
      <Icon name={open ? 'chevronUp' : 'chevronDown'} size="sm" />
    </button>
  )
}

/** The area of the folder tree, on library paths only. */
export function FolderTreePlace({ panel: { id, open } }: { panel: TreePanel }) {
  const { t } = useTranslation()
  const width = useTreeWidth()
  // On narrow windows the tree stands above the page.
  const isColumn = useMediaQuery('(min-width: 1200px)')
  return (
    <aside
      ref={width.area}
      className="af-tree"
      aria-label={t('library.tree.title')}
      data-open={open}
      style={{ width: isColumn ? width.value : undefined }}
    >
      <div id={id} className="af-tree-body">
        <LoadedTree />
      </div>
      <TreeWidth width={width} controls={id} />
    </aside>
  )
}

function LoadedTree() {
  const { t } = useTranslation()
  const { Part: FolderTree, lost, retry } = useOnDemand(folderTree)
  if (FolderTree) return <FolderTree />
  if (!lost) return <Skeleton lines={4} />
  return <ErrorState title={t('shell.treeFailed')} message={t('shell.partFailed')} onRetry={retry} />
}
