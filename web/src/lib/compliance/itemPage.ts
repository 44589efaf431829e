import type { ListedPolicyItem } from '@/api/types'
import { paths } from '@/lib/paths'

/** The page of a requirement: its path begins with its collection. */
export const itemPage = ({ id, path }: Pick<ListedPolicyItem, 'id' | 'path'>) =>
  paths.compliance(path.split('/')[1] ?? '', { item: id })
