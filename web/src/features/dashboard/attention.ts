import type { Counts } from '@/api/types'
import { paths } from '@/lib/paths'
import type { IconName } from '@/ui/icons'

/** Work that may need the user: the counts of the server, and the packages with open findings. */
export type AttentionCounts = Partial<Pick<Counts, 'updates' | 'tasks' | 'checkouts' | 'pendingUsers'>> & {
  findings?: number
}

export interface AttentionItem {
  kind: keyof AttentionCounts
  icon: IconName
  /** The list whose length the count is. */
  path: string
}

/** Most urgent first. */
const items: readonly AttentionItem[] = [
  { kind: 'updates', icon: 'inbox', path: paths.revisions() },
  { kind: 'findings', icon: 'warning', path: paths.import({ toMend: 'yes' }) },
  { kind: 'tasks', icon: 'task', path: paths.tasks({ unseen: 'yes' }) },
  { kind: 'pendingUsers', icon: 'userAdd', path: paths.admin({ tab: 'users', status: 'pending' }) },
  { kind: 'checkouts', icon: 'checkOut', path: paths.my('col') },
]

/** The items that are not zero, with their counts. */
export function attentionOf(counts: AttentionCounts): (AttentionItem & { count: number })[] {
  return items.flatMap((item) => {
    const count = counts[item.kind] ?? 0
    return count > 0 ? [{ ...item, count }] : []
  })
}
