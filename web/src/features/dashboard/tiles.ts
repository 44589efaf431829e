import type { Counts, Me } from '@/api/types'
import { can } from '@/lib/can'
import { paths } from '@/lib/paths'
import type { IconName } from '@/ui/icons'

export interface Tile {
  count: keyof Counts
  labelKey: string
  icon: IconName
  /** The list whose length the figure is. */
  path: string
  /** Whether the server counts it for a person; everybody without it. */
  may?: (me: Me) => boolean
}

/** The size of the library; a figure that the server does not count for this person is left out. */
export const libraryTiles: readonly Tile[] = [
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
    may: can.manageUsers,
  },
]

/** Publications of all manuals. */
export const publicationTiles: readonly Tile[] = [
  {
    count: 'publicationDrafts',
    labelKey: 'dashboard.tile.publicationDrafts',
    icon: 'edit',
    path: paths.publicationGroup('drafts'),
    may: can.publishDraft,
  },
  {
    count: 'publicationsForApproval',
    labelKey: 'dashboard.tile.publicationsForApproval',
    icon: 'clock',
    path: paths.publicationGroup('forApproval'),
    may: can.publishDraft,
  },
  {
    count: 'publicationsPublished',
    labelKey: 'dashboard.tile.publicationsPublished',
    icon: 'package',
    path: paths.publicationGroup('published'),
  },
  {
    count: 'publicationsToAcknowledge',
    labelKey: 'dashboard.tile.publicationsToAcknowledge',
    icon: 'success',
    path: paths.publicationGroup('toAcknowledge'),
  },
]
