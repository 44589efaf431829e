import type { Me, Permission } from '@/api/types'

type Holder = Pick<Me, 'permissions' | 'exceptions'>

/** The permissions in a database or manual, by the path of anything in it; without a path those of the role. */
function permissionsIn({ permissions, exceptions }: Holder, path: string | undefined): readonly Permission[] {
  if (path === undefined || exceptions.length === 0) return permissions
  const [, csdb = '', manual = ''] = path.toLowerCase().split('/')
  const of = (place: string) => exceptions.find((each) => each.path === place)?.permissions
  return of(`/${csdb}/${manual}`) ?? of(`/${csdb}`) ?? permissions
}

const has = (permission: Permission) => (me: Holder, path?: string) =>
  permissionsIn(me, path).includes(permission)

/**
 * The permissions of a user as the server sent them; the server decides again at every call. What is done in a database
 * or manual is asked with its path, or that of something in it: grants may leave less there than the role allows.
 */
export const can = {
  importPackages: has('importPackages'),
  createLibrary: has('createLibrary'),
  deleteDatabase: has('deleteLibrary'),
  editContent: has('editContent'),
  /** Release versions of other people, and end their check-outs. */
  approve: has('approve'),
  publishDraft: has('publishDraft'),
  publishFormal: has('publishFormal'),
  editCompliance: has('editCompliance'),
  manageUsers: has('manageUsers'),
  manageOperators: has('manageOperators'),
  viewAudit: has('viewAudit'),
  viewSystem: has('viewSystem'),
  manageSystem: has('manageSystem'),
  /** Stop and repeat jobs of other people; one's own anybody may. */
  controlAnyJob: ({ user }: Pick<Me, 'user'>) => user.role === 'admin',
  /** The administration page has something for everyone who may do at least one of its tabs. */
  administer: (me: Holder) =>
    [can.manageUsers, can.viewAudit, can.viewSystem, can.manageSystem, can.deleteDatabase].some((may) =>
      may(me),
    ),
}
