import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ErrorState } from '@/ui/ErrorState'
import { Icon } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import { onDemand, useOnDemand } from './onDemand'

const folderTree = onDemand(async () => (await import('@/features/library/tree/FolderTree')).FolderTree)

/** The area of the folder tree, on library paths only. On a narrow window it is collapsed at first. */
export function FolderTreePlace() {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  // On a narrow window the tree would hide the module that was just opened.
  const module = useSearchParams()[0].get('dm')
  const [found, setFound] = useState(module)
  if (found !== module) {
    setFound(module)
    if (module !== null) setOpen(false)
  }
  return (
    <aside className="af-tree" aria-label={t('library.tree.title')}>
      <button
        type="button"
        className="af-tree-fold"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="library" />
        {t('library.tree.title')}
        <Icon name={open ? 'chevronUp' : 'chevronDown'} size="sm" />
      </button>
      <div id={id} className="af-tree-body" data-open={open}>
        <LoadedTree />
      </div>
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
