import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { profilesQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { manualNode } from '@/lib/library/folderNodes'
import { openNode } from '@/lib/useLazyTree'
import { IconButton } from '@/ui/IconButton'
import { useStore } from '@/ui/store'
import { profileNode, profileNodeId } from './nodes'
import { allOpen, closeAll, openAll, treeState } from './treeState'

/** Opens the contents of a manual down to the last entry, or closes them again. */
export function OpenAllButton({ manual, profileId }: { manual: Manual; profileId: string | undefined }) {
  const { t } = useTranslation()
  const profiles = useQuery(profilesQuery(manual.path)).data
  const profile = profiles?.find(({ id }) => id === profileId) ?? profiles?.[0]
  const below = profile && `${profileNodeId(manual.path, profile.id)}/`
  const isOpen = useStore(allOpen)?.below === below
  if (!profiles || !profile || !below) return null
  return (
    <IconButton
      icon={isOpen ? 'collapseAll' : 'expandAll'}
      label={t(isOpen ? 'library.tree.closeAll' : 'library.tree.openAll')}
      onClick={() => {
        if (isOpen) return closeAll(below)
        openNode(treeState, manualNode(manual, true))
        if (profiles.length > 1) openNode(treeState, profileNode(manual, profile))
        openAll(below, profiles.length > 1 ? profileNodeId(manual.path, profile.id) : manual.path)
      }}
    />
  )
}
