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

/**
 * The figures of the dashboard in their groups and order; one the server does not count for this person is left out.
 */
export const tileGroups: readonly { labelKey: string; tiles: readonly Tile[] }[] = [
  {
    labelKey: 'dashboard.tiles.work',
    tiles: [
      {
        count: 'tasks',
        labelKey: 'dashboard.tile.tasks',
        icon: 'task',
        path: paths.tasks({ unseen: 'yes' }),
      },
      { count: 'checkouts', labelKey: 'dashboard.tile.checkouts', icon: 'checkOut', path: paths.my('col') },
      {
        count: 'bookmarks',
        labelKey: 'dashboard.tile.bookmarks',
        icon: 'bookmark',
        path: paths.my('bookmark'),
      },
      { count: 'recents', labelKey: 'dashboard.tile.recents', icon: 'clock', path: paths.my('recent') },
    ],
  },
  {
    labelKey: 'dashboard.tiles.holdings',
    tiles: [
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
      {
        count: 'pendingUsers',
        labelKey: 'dashboard.tile.pendingUsers',
        icon: 'userAdd',
        path: paths.admin({ tab: 'users', status: 'pending' }),
      },
    ],
  },
]
