import type { ComponentType } from 'react'
import type { Me } from '@/api/types'
import { can } from '@/lib/can'
import { AuditCard } from './cards/AuditCard'
import { BookmarksCard } from './cards/BookmarksCard'
import { FindingsCard } from './cards/FindingsCard'
import { FleetCard } from './cards/FleetCard'
import { ImportsCard } from './cards/ImportsCard'
import { ManualsChart, ModulesChart } from './cards/LibraryCharts'
import { MessagesCard } from './cards/MessagesCard'
import { PendingUsersCard } from './cards/PendingUsersCard'
import { QuickActionsCard } from './cards/QuickActionsCard'
import { RecentsCard } from './cards/RecentsCard'
import { RevisionsCard } from './cards/RevisionsCard'
import { RunningCard } from './cards/RunningCard'

interface DashboardCard {
  id: string
  Content: ComponentType
  may: (me: Me) => boolean
}

const everybody = () => true

/** The cards of the overview in their order; a part that has something to tell adds its own. */
export const cards: readonly DashboardCard[] = [
  { id: 'recents', Content: RecentsCard, may: everybody },
  { id: 'revisions', Content: RevisionsCard, may: everybody },
  { id: 'bookmarks', Content: BookmarksCard, may: everybody },
  { id: 'findings', Content: FindingsCard, may: can.importPackages },
  { id: 'imports', Content: ImportsCard, may: can.importPackages },
  { id: 'running', Content: RunningCard, may: everybody },
  { id: 'messages', Content: MessagesCard, may: everybody },
  { id: 'pending', Content: PendingUsersCard, may: can.manageUsers },
  { id: 'modules', Content: ModulesChart, may: everybody },
  { id: 'manuals', Content: ManualsChart, may: everybody },
  { id: 'fleet', Content: FleetCard, may: everybody },
  { id: 'quick', Content: QuickActionsCard, may: everybody },
  { id: 'audit', Content: AuditCard, may: can.viewAudit },
]
