import type { Counts } from '@/api/types'
import { paths } from '@/lib/paths'
import type { IconName } from '@/ui/icons'

interface Tile {
  count: keyof Counts
  labelKey: string
  icon: IconName
  /** The list whose length the figure is. */
  path: string
}

/** The size of the library; a figure that the server does not count for this person is left out. */
export const tiles: readonly Tile[] = [
  {
    count: 'databases',
    labelKey: 'dashboard.tile.databases',
    icon: 'database',
    path: paths.system('csdbs'),
  },
  { count: 'manuals', labelKey: 'dashboard.tile.manuals', icon: 'book', path: paths.system('manuals') },
  { count: 'operators', labelKey: 'dashboard.tile.operators', icon: 'operator', path: paths.operators() },
  {
    count: 'aircraft',
    labelKey: 'dashboard.tile.aircraft',
    icon: 'aircraft',
    path: paths.operators({ tab: 'aircraft' }),
  },
  {
    count: 'users',
    labelKey: 'dashboard.tile.users',
    icon: 'people',
    path: paths.admin({ tab: 'users' }),
  },
]
