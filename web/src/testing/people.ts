import type { Counts, Me, Permission, Role } from '@/api/types'

const everything: Permission[] = [
  'readContent',
  'editContent',
  'importPackages',
  'createLibrary',
  'deleteLibrary',
  'publishDraft',
  'publishFormal',
  'approve',
  'confirmOem',
  'editCompliance',
  'comment',
  'manageUsers',
  'manageOperators',
  'viewAudit',
  'viewSystem',
  'manageSystem',
]

function person(account: string, role: Role, permissions: Permission[]): Me {
  return {
    user: {
      id: `id-${account}`,
      account,
      email: `${account}@example.org`,
      displayName: account,
      role,
      status: 'active',
      mustChangePassword: false,
      createdOn: '2026-01-02T03:04:05Z',
      updatedOn: '2026-01-02T03:04:05Z',
      preferences: {
        locale: 'en-US',
        pageSize: 10,
        notifyByKind: { jobs: true, revisions: true, comments: true, accounts: true },
        effectivity: { set: [], outside: 'hide' },
        mailByKind: { jobs: 'daily', revisions: 'daily', comments: 'daily', accounts: 'daily' },
      },
      version: 1,
    },
    permissions,
    exceptions: [],
    mustChangePassword: false,
    mustAddFactor: false,
    poweredBy: { name: 'Example Works', url: 'https://example.org' },
    sessionExpiresOn: '2026-01-02T11:04:05Z',
  }
}

export const ada = person('ada', 'admin', everything)
export const rita = person('rita', 'reader', ['readContent', 'comment'])

const authoring: Permission[] = [
  'readContent',
  'editContent',
  'importPackages',
  'createLibrary',
  'publishDraft',
  'editCompliance',
  'comment',
]
export const arthur = person('arthur', 'author', authoring)
export const paula = person('paula', 'approver', [...authoring, 'publishFormal', 'approve', 'confirmOem'])

export const noCounts: Counts = {
  updates: 0,
  messages: 0,
  tasks: 0,
  comments: 0,
  checkouts: 0,
  bookmarks: 0,
  recents: 0,
  operators: 0,
  aircraft: 0,
  databases: 0,
  manuals: 0,
  modules: 0,
  publicationsPublished: 0,
  publicationsToAcknowledge: 0,
}

/** A token with the claims the server puts in, good for `lifetime` seconds from now. */
export function tokenFor({ user }: Me, lifetime = 3600): string {
  const { account, email, role } = user
  const claims = { account, email, role, exp: Math.floor(Date.now() / 1000) + lifetime }
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return `e30.${payload}.signature`
}
