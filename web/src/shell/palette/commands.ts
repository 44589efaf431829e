import type { Me } from '@/api/types'
import { adminTabs } from '@/lib/adminTabs'
import { can } from '@/lib/can'
import { pageActions } from '@/lib/editing/pageActions'
import type { Language } from '@/lib/i18n'
import { openOverlay } from '@/lib/overlay'
import { paths, userManual } from '@/lib/paths'
import type { IconName } from '@/ui/icons'

export type CommandGroup = 'go' | 'library' | 'module' | 'search' | 'do'

export interface Command {
  id: string
  group: CommandGroup
  label: string
  icon: IconName
  /** Small, behind the label: a code, say. */
  note?: string
  /** Other words people may look for it by. */
  keywords?: string
  run: () => void
}

/** The values that commands need. */
export interface CommandContext {
  t: (key: string) => string
  me: Me
  language: Language
  go: (path: string) => void
  open: (url: string) => void
  chooseLanguage: (language: Language) => void
  lock: () => void
  signOut: () => void
}

/** Gives the commands a person may use; a later part adds its own source to `commandSources`. */
type CommandSource = (context: CommandContext) => Command[]

interface PageCommand {
  labelKey: string
  icon: IconName
  path: string
  may?: (me: Me) => boolean
}

const pages: readonly PageCommand[] = [
  { labelKey: 'shell.page.dashboard', icon: 'dashboard', path: paths.dashboard() },
  { labelKey: 'shell.sidebar.tasks', icon: 'task', path: paths.tasks() },
  { labelKey: 'shell.sidebar.packages', icon: 'package', path: paths.import() },
  { labelKey: 'shell.sidebar.revisions', icon: 'inbox', path: paths.revisions() },
  { labelKey: 'shell.sidebar.library', icon: 'library', path: paths.library() },
  { labelKey: 'shell.sidebar.checkout', icon: 'checkOut', path: paths.checkout() },
  { labelKey: 'shell.sidebar.changeRequests', icon: 'changeRequest', path: paths.changeRequests() },
  { labelKey: 'shell.sidebar.bookmarks', icon: 'bookmark', path: paths.bookmark() },
  { labelKey: 'shell.sidebar.recent', icon: 'clock', path: paths.recent() },
  { labelKey: 'shell.sidebar.search', icon: 'search', path: paths.search() },
  { labelKey: 'shell.page.fts', icon: 'search', path: paths.fts() },
  { labelKey: 'replacements.title', icon: 'replace', path: paths.replace(), may: can.editContent },
  { labelKey: 'shell.page.csdbs', icon: 'database', path: paths.system('csdbs') },
  { labelKey: 'shell.page.manuals', icon: 'book', path: paths.system('manuals') },
  { labelKey: 'shell.sidebar.complianceOverview', icon: 'compliance', path: paths.complianceOverview() },
  { labelKey: 'regulations.title', icon: 'import', path: paths.complianceImport(), may: can.editCompliance },
  { labelKey: 'mappings.title', icon: 'link', path: paths.complianceMappings() },
  { labelKey: 'shell.page.operators', icon: 'operator', path: paths.operators() },
  { labelKey: 'operators.aircraft.column', icon: 'aircraft', path: paths.operators({ tab: 'aircraft' }) },
  ...adminTabs.map(({ id, labelKey, icon, may }) => ({
    labelKey,
    icon,
    path: paths.admin({ tab: id }),
    may,
  })),
]

const pageCommands: CommandSource = ({ t, me, go }) =>
  pages
    .filter(({ may }) => may === undefined || may(me))
    .map(({ labelKey, icon, path }) => ({
      id: path,
      group: 'go',
      label: t(labelKey),
      icon,
      keywords: path,
      run: () => go(path),
    }))

const importCommands: CommandSource = ({ t, me }) =>
  can.importPackages(me)
    ? [
        action('importPackage', t('shell.sidebar.importPackage'), 'import', () =>
          openOverlay({ kind: 'upload' }),
        ),
      ]
    : []

const adminCommands: CommandSource = ({ t, me, go }) => [
  ...(can.manageUsers(me)
    ? [
        action('createUser', t('palette.createUser'), 'userAdd', () =>
          go(paths.admin({ tab: 'users', do: 'create' })),
        ),
      ]
    : []),
  ...(can.manageOperators(me)
    ? [
        action('createOperator', t('palette.createOperator'), 'add', () =>
          go(paths.operators({ do: 'create' })),
        ),
      ]
    : []),
  ...(can.viewAudit(me)
    ? [
        action('verifyAudit', t('palette.verifyAudit'), 'audit', () =>
          go(paths.admin({ tab: 'audit', do: 'verify' })),
        ),
      ]
    : []),
  ...(can.viewSystem(me) && can.manageSystem(me)
    ? [
        action('rebuildSearch', t('admin.system.index.rebuildTitle'), 'retry', () =>
          go(paths.admin({ tab: 'system', do: 'rebuild' })),
        ),
      ]
    : []),
]

const libraryCommands: CommandSource = ({ t, me }) =>
  can.createLibrary(me)
    ? [
        action('createDatabase', t('shell.sidebar.createDatabase'), 'database', () =>
          openOverlay({ kind: 'createDatabase' }),
        ),
      ]
    : []

const personalCommands: CommandSource = ({ t, language, open, chooseLanguage, lock, signOut }) => [
  action('account', t('shell.sidebar.myAccount'), 'user', () =>
    openOverlay({ kind: 'account', tab: 'details' }),
  ),
  action('password', t('palette.changePassword'), 'lock', () =>
    openOverlay({ kind: 'account', tab: 'password' }),
  ),
  action('preferences', t('palette.preferences'), 'settings', () =>
    openOverlay({ kind: 'account', tab: 'preferences' }),
  ),
  action('notifications', t('palette.notifications'), 'bell', () => openOverlay({ kind: 'notifications' })),
  // Named in the language it leads to, so that whoever needs it can read it.
  language === 'en-US'
    ? action('language', '切换到中文', 'language', () => chooseLanguage('zh-CN'), 'chinese language zh')
    : action('language', 'Switch to English', 'language', () => chooseLanguage('en-US'), 'yuyan en'),
  action('help', t('shell.sidebar.help'), 'help', () => open(userManual)),
  action('shortcuts', t('shortcuts.title'), 'keyboard', () => openOverlay({ kind: 'shortcuts' })),
  action('infos', t('shell.infos.title'), 'info', () => openOverlay({ kind: 'infos' })),
  action('lock', t('shell.account.lock'), 'lock', lock),
  action('logout', t('shell.logout'), 'logout', signOut),
]

function action(id: string, label: string, icon: IconName, run: () => void, keywords?: string): Command {
  return { id, group: 'do', label, icon, keywords, run }
}

/** The actions of the module on the page. */
const editCommands: CommandSource = () =>
  pageActions().map(({ label, icon = 'edit', onSelect }) => action(`page ${label}`, label, icon, onSelect))

const commandSources: readonly CommandSource[] = [
  pageCommands,
  libraryCommands,
  importCommands,
  adminCommands,
  personalCommands,
  editCommands,
]

/** All commands for this person, in the order of the sources. */
export function commandsFor(context: CommandContext): Command[] {
  return commandSources.flatMap((source) => source(context))
}

/** Those in which every typed word occurs; a label that starts with the text comes first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return [...commands]
  const words = wanted.split(/\s+/)
  const found = commands.filter(({ label, keywords = '' }) => {
    const haystack = `${label} ${keywords}`.toLocaleLowerCase()
    return words.every((word) => haystack.includes(word))
  })
  const rank = ({ label }: Command) => (label.toLocaleLowerCase().startsWith(wanted) ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b))
}
