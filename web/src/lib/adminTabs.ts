import type { Me } from '@/api/types'
import type { IconName } from '@/ui/icons'
import { can } from './can'
import type { AdminTab } from './paths'

interface AdminTabFace {
  id: AdminTab
  labelKey: string
  icon: IconName
  may: (me: Me) => boolean
}

/** The tabs of the administration: people and what they may do, content, the system. Its page shows them, the command palette leads to each. */
export const adminTabs: readonly AdminTabFace[] = [
  { id: 'users', labelKey: 'admin.users.tab', icon: 'people', may: can.manageUsers },
  { id: 'groups', labelKey: 'groups.tab', icon: 'people', may: can.manageUsers },
  { id: 'access', labelKey: 'access.tab', icon: 'lock', may: can.manageUsers },
  { id: 'auditors', labelKey: 'auditors.tab', icon: 'people', may: can.manageUsers },
  { id: 'tokens', labelKey: 'admin.tokens.tab', icon: 'key', may: can.manageUsers },
  { id: 'signIn', labelKey: 'admin.signIn.tab', icon: 'unlock', may: can.manageUsers },
  { id: 'severity', labelKey: 'admin.severity.tab', icon: 'severity', may: can.manageSystem },
  { id: 'schemas', labelKey: 'admin.schemas.tab', icon: 'xml', may: can.manageSystem },
  { id: 'types', labelKey: 'admin.types.tab', icon: 'types', may: can.manageSystem },
  { id: 'editing', labelKey: 'admin.editing.tab', icon: 'edit', may: can.manageSystem },
  { id: 'trash', labelKey: 'admin.trash.tab', icon: 'trash', may: can.deleteDatabase },
  { id: 'audit', labelKey: 'admin.audit.tab', icon: 'audit', may: can.viewAudit },
  { id: 'system', labelKey: 'admin.system.tab', icon: 'database', may: can.viewSystem },
  { id: 'mail', labelKey: 'admin.mail.tab', icon: 'mail', may: can.manageSystem },
]
