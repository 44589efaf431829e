import type { Me, Permission } from '@/api/types'

type Holder = Pick<Me, 'permissions'>

const has = (permission: Permission) => (me: Holder) => me.permissions.includes(permission)

/** What a person may do, as the server said; the server decides again at every call. */
export const can = {
  importPackages: has('importPackages'),
  createLibrary: has('createLibrary'),
  deleteDatabase: has('deleteLibrary'),
  editCompliance: has('editCompliance'),
  manageUsers: has('manageUsers'),
  manageOperators: has('manageOperators'),
  viewAudit: has('viewAudit'),
  viewSystem: has('viewSystem'),
  manageSystem: has('manageSystem'),
  /** The administration page has something for everyone who may do at least one of its tabs. */
  administer: (me: Holder) => can.manageUsers(me) || can.viewAudit(me) || can.viewSystem(me),
}
