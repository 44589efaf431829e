import type { Compliance, Csdb, Me } from '@/api/types'
import { can } from '@/lib/can'
import { displayName } from '@/lib/library/folders'
import { openOverlay } from '@/lib/overlay'
import { href, paths, userManual } from '@/lib/paths'
import type { IconName } from '@/ui/icons'

export interface SidebarItem {
  label: string
  icon: IconName
  /** A figure at the end of the entry, with the list that it is the length of. */
  badge?: { count: number; label: string; path: string }
  disabledReason?: string
  target:
    | { kind: 'page'; path: string }
    | { kind: 'newTab'; href: string }
    | { kind: 'action'; run: () => void }
}

export interface SidebarGroup {
  id: 'import' | 'library' | 'workspace' | 'compliance' | 'more'
  label: string
  icon: IconName
  /** The group opens for paths that start with one of these. */
  prefixes: readonly string[]
  items: readonly SidebarItem[]
}

export type SidebarEntry = ({ kind: 'item' } & SidebarItem) | ({ kind: 'group' } & SidebarGroup)

interface SidebarFacts {
  me: Pick<Me, 'permissions' | 'exceptions'>
  unnotifiedJobs: number | undefined
  pendingRevisions: number | undefined
  /** The reviews that wait for the user as the owner of requirements. */
  policyReviews?: number
  /** Undefined until they are loaded. */
  databases: readonly Csdb[] | undefined
  collections: readonly Compliance[] | undefined
  signOut: () => void
}

/** The sidebar's groups in the order of the specification. */
export function sidebarEntries(t: (key: string) => string, facts: SidebarFacts): SidebarEntry[] {
  const { me } = facts
  const page = (label: string, icon: IconName, path: string): SidebarItem => ({
    label,
    icon,
    target: { kind: 'page', path },
  })
  return [
    {
      kind: 'item',
      ...page(t('shell.sidebar.tasks'), 'task', paths.tasks()),
      badge: facts.unnotifiedJobs
        ? {
            count: facts.unnotifiedJobs,
            label: t('shell.sidebar.newTasks'),
            path: paths.tasks({ unseen: 'yes' }),
          }
        : undefined,
    },
    {
      kind: 'group',
      id: 'import',
      label: t('shell.sidebar.import'),
      icon: 'import',
      prefixes: ['/import', '/revisions'],
      items: [
        {
          label: t('shell.sidebar.importPackage'),
          icon: 'add',
          target: { kind: 'action', run: () => openOverlay({ kind: 'upload' }) },
          disabledReason: can.importPackages(me) ? undefined : t('shell.sidebar.mayNotImport'),
        },
        page(t('shell.sidebar.packages'), 'package', paths.import()),
        {
          ...page(t('shell.sidebar.revisions'), 'inbox', paths.revisions()),
          badge: facts.pendingRevisions
            ? {
                count: facts.pendingRevisions,
                label: t('shell.sidebar.pendingRevisions'),
                path: paths.revisions(),
              }
            : undefined,
        },
      ],
    },
    {
      kind: 'group',
      id: 'library',
      label: t('shell.sidebar.library'),
      icon: 'library',
      prefixes: ['/library'],
      items: [
        page(t('shell.sidebar.allDatabases'), 'library', paths.library()),
        ...(facts.databases ?? []).map((csdb) =>
          page(displayName(csdb), 'database', paths.database(csdb.name)),
        ),
        {
          label: t('shell.sidebar.createDatabase'),
          icon: 'add',
          target: { kind: 'action', run: () => openOverlay({ kind: 'createDatabase' }) },
          disabledReason: can.createLibrary(me) ? undefined : t('shell.sidebar.mayNotCreateDatabase'),
        },
      ],
    },
    {
      kind: 'group',
      id: 'workspace',
      label: t('shell.sidebar.workspace'),
      icon: 'folder',
      prefixes: [paths.checkout(), paths.changeRequests(), paths.bookmark(), paths.recent()],
      items: [
        page(t('shell.sidebar.checkout'), 'checkOut', paths.checkout()),
        page(t('shell.sidebar.changeRequests'), 'changeRequest', paths.changeRequests()),
        page(t('shell.sidebar.bookmarks'), 'bookmark', paths.bookmark()),
        page(t('shell.sidebar.recent'), 'clock', paths.recent()),
      ],
    },
    { kind: 'item', ...page(t('shell.sidebar.search'), 'search', paths.search()) },
    {
      kind: 'group',
      id: 'compliance',
      label: t('shell.sidebar.compliance'),
      icon: 'compliance',
      prefixes: ['/compliance', '/compliance-overview', paths.complianceReview()],
      items: [
        page(t('shell.sidebar.complianceOverview'), 'list', paths.complianceOverview()),
        {
          ...page(t('shell.sidebar.complianceReview'), 'check', paths.complianceReview()),
          badge: facts.policyReviews
            ? {
                count: facts.policyReviews,
                label: t('shell.sidebar.openReviews'),
                path: paths.complianceReview(),
              }
            : undefined,
        },
        ...(facts.collections ?? []).map((collection) =>
          page(collection.policyCollectionName, 'compliance', paths.compliance(collection.id)),
        ),
        ...(can.editCompliance(me)
          ? [
              {
                label: t('shell.sidebar.createCompliance'),
                icon: 'add',
                target: { kind: 'action', run: () => openOverlay({ kind: 'createCompliance' }) },
              } as const,
            ]
          : []),
      ],
    },
    {
      kind: 'group',
      id: 'more',
      label: t('shell.sidebar.more'),
      icon: 'more',
      prefixes: ['/admin'],
      items: [
        {
          label: t('shell.sidebar.infos'),
          icon: 'info',
          target: { kind: 'action', run: () => openOverlay({ kind: 'infos' }) },
        },
        { label: t('shell.sidebar.help'), icon: 'help', target: { kind: 'newTab', href: userManual } },
        {
          label: t('shell.sidebar.myAccount'),
          icon: 'user',
          target: { kind: 'action', run: () => openOverlay({ kind: 'account', tab: 'details' }) },
        },
        ...(can.administer(me) ? [page(t('shell.sidebar.admin'), 'admin', '/admin')] : []),
        { label: t('shell.logout'), icon: 'logout', target: { kind: 'action', run: facts.signOut } },
      ],
    },
  ]
}

export function hrefOf(item: SidebarItem): string | undefined {
  if (item.target.kind === 'page') return href(item.target.path)
  return item.target.kind === 'newTab' ? item.target.href : undefined
}

/** Whether the entry leads to the page that is shown; one that starts an action on a page does not. */
export function isAt(item: SidebarItem, pathname: string): boolean {
  return item.target.kind === 'page' && within(pathname, item.target.path)
}

export function groupOf(entries: readonly SidebarEntry[], pathname: string): SidebarGroup['id'] | undefined {
  const group = entries.find(
    (entry) => entry.kind === 'group' && entry.prefixes.some((prefix) => within(pathname, prefix)),
  )
  return group?.kind === 'group' ? group.id : undefined
}

function within(pathname: string, place: string): boolean {
  return pathname === place || pathname.startsWith(`${place}/`)
}
