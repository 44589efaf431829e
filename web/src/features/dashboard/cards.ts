import type { ComponentType } from 'react'
import type { Me } from '@/api/types'
import { can } from '@/lib/can'
import { AuditCard } from './cards/AuditCard'
import { FleetCard } from './cards/FleetCard'
import { MessagesCard } from './cards/MessagesCard'
import { PendingUsersCard } from './cards/PendingUsersCard'
import { QuickActionsCard } from './cards/QuickActionsCard'

interface DashboardCard {
  id: string
  Content: ComponentType
  may: (me: Me) => boolean
}

const everybody = () => true

/** The cards of the overview in their order; a part that has something to tell adds its own. */
export const cards: readonly DashboardCard[] = [
  { id: 'quick', Content: QuickActionsCard, may: everybody },
  { id: 'messages', Content: MessagesCard, may: everybody },
  { id: 'pending', Content: PendingUsersCard, may: can.manageUsers },
  { id: 'fleet', Content: FleetCard, may: everybody },
  { id: 'audit', Content: AuditCard, may: can.viewAudit },
]
