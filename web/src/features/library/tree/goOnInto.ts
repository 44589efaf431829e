import { profilesQuery, topTocQuery } from '@/api/library'
import { queryClient } from '@/api/queries'
import type { Manual } from '@/api/types'
import { isTrue } from '@/lib/library/folders'
import type { LibraryNode } from './nodes'

/**
 * Explains missing contents after a node was opened. The tree itself reports a failed call.
 */
export async function goOnInto(node: LibraryNode, tell: (messageKey: string) => void): Promise<void> {
  try {
    if (node.kind === 'manual') await intoManual(node.manual, tell)
    if (node.kind === 'profile') await intoProfile(node.profile.id, tell)
  } catch {
    // The same call stands behind the opened node, which says what failed.
  }
}

async function intoManual(manual: Manual, tell: (messageKey: string) => void): Promise<void> {
  const [only, ...others] = await queryClient.fetchQuery(profilesQuery(manual.path))
  if (isTrue(manual, 'withOem') && !manual.lanes.oem) {
    // While the first package is imported there is nothing to open, yet nothing to import either.
    const top = only && (await queryClient.fetchQuery(topTocQuery({ profileId: only.id })))
    tell(top?.generating ? 'library.toast.tocGenerating' : 'library.toast.manualUnavailable')
    return
  }
  if (!only || others.length > 0) return
  await intoProfile(only.id, tell)
}

async function intoProfile(profileId: string, tell: (messageKey: string) => void): Promise<void> {
  const { generating, nodes } = await queryClient.fetchQuery(topTocQuery({ profileId }))
  if (generating || nodes.length === 0) tell('library.toast.tocGenerating')
}
