import type { PublicationGroup } from '@/api/types'

type Query = Record<string, string | readonly string[] | undefined>

/** The parameters of a manual's page: a tab, a position in its contents or a module, in a lane or revision. */
export type ManualQuery = {
  tab?: string
  profile?: string
  node?: string
  /** The section whose entries the map of a fleet shows. */
  section?: string
  /** The operator whose aircraft the map shows, by its code. */
  operator?: string
  /** `yes`: only unclear places of the map. */
  gaps?: string
  dm?: string
  v?: string
  part?: string
  lane?: string
  revision?: string
  /** The lane as it was at this moment. */
  asOf?: string
  /** A paragraph of the module, by its id in the page. */
  at?: string
  /** The version in which the paragraph has this id; another one may have it elsewhere. */
  from?: string
  /** The version that `v` is compared with. */
  with?: string
  /** The form of a comparison. */
  layout?: string
  /** The language that is read beside the module's own. */
  beside?: string
  aircraft?: string
  product?: string
  set?: readonly string[]
  outside?: string
  /** The thread of comments that is open. */
  thread?: string
}

/** The parameters of the page of an OEM revision: a tab and the filters of its list. */
type RevisionQuery = {
  tab?: 'forecast' | 'todos' | 'decisions'
  /** The count of the forecast whose modules are listed. */
  category?: string
  state?: 'open' | 'done'
  owner?: string
}

/** The requirement that is open, and the filters of a list of requirements. */
type RequirementQuery = {
  item?: string
  category?: string
  status?: string
  scope?: 'in' | 'out'
  assessable?: 'yes'
  manual?: string
  /** The path of a module. */
  module?: string
  /** The code of an operator; `none` for the requirements of all operators. */
  operator?: string
  unreferenced?: 'yes'
  /** Proved by requirements of other collections, wholly or in part, or by none. */
  proof?: 'mapped' | 'part' | 'open'
  recheck?: 'yes'
  overdue?: 'yes'
  proposed?: 'yes'
}

export type AdminTab =
  | 'users'
  | 'severity'
  | 'schemas'
  | 'types'
  | 'trash'
  | 'audit'
  | 'system'
  | 'groups'
  | 'access'
  | 'auditors'
  | 'tokens'
  | 'mail'
  | 'editing'
  | 'signIn'

function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') params.set(name, value)
    else for (const each of value ?? []) params.append(name, each)
  }
  return params.size > 0 ? `${path}?${params}` : path
}

const part = encodeURIComponent

/** Every address of the product, as the router spells it (without the hash). */
export const paths = {
  home: () => '/',
  dashboard: () => '/dashboard',
  login: (back?: string) => withQuery('/pages/login', { back }),
  register: () => '/pages/register',
  notFound: () => '/pages/404',
  serverError: () => '/pages/500',
  my: (list: 'recent' | 'bookmark' | 'col') => `/my/${list}`,
  system: (list: 'csdbs' | 'manuals') => `/system/${list}`,
  fts: () => '/fts/index',
  library: (query: { tab?: 'chapters'; chapter?: string } = {}) => withQuery('/library/all', query),
  database: (name: string) => `/library/${part(name)}`,
  manual: (database: string, name: string, query: ManualQuery = {}) =>
    withQuery(`/library/${part(database)}/${part(name)}`, query),
  /** The media of a database, as the vault spells their folder. */
  media: (database: string, query: { file?: string; part?: 'uses'; filter?: string; status?: string } = {}) =>
    withQuery(`/library/${part(database)}/MULTIMEDIA`, query),
  /** The figures of all collections, and the requirements that a figure counts. */
  complianceOverview: (query: RequirementQuery = {}) => withQuery('/compliance-overview/index', query),
  /** References with changed text and overdue reviews: the user's own or all, perhaps to one manual or module. */
  complianceReview: (query: { all?: 'yes'; manual?: string; module?: string } = {}) =>
    withQuery('/compliance-review', query),
  /** One collection with the filters of a saved view. */
  complianceView: (id: string, query: string) => `/compliance/${part(id)}?${query}`,
  /** One collection: its requirements, or one of them. */
  compliance: (id: string, query: RequirementQuery = {}) => withQuery(`/compliance/${part(id)}`, query),
  /** Files of regulations, or one of them with what it changes; `collection` is the one to update. */
  complianceImport: (query: { import?: string; collection?: string } = {}) =>
    withQuery('/compliance-import/index', query),
  /** The mappings of a collection to another one. */
  complianceMappings: (query: { collection?: string; other?: string; tab?: 'coverage' } = {}) =>
    withQuery('/compliance-mappings/index', query),
  tasks: (query: { job?: string; unseen?: 'yes' } = {}) => withQuery('/all-tasks/index', query),
  /** The packages, those with open findings, or one package and its findings. */
  import: (query: { toMend?: 'yes'; package?: string; severity?: 'block' | 'warn'; view?: 'all' } = {}) =>
    withQuery('/import/index', query),
  /** The OEM revisions that are pending, or all with their decisions. */
  revisions: (query: { tab?: 'history' } = {}) => withQuery('/revisions', query),
  /** One OEM revision: its forecast, its to-dos or its decisions. */
  revision: (id: string, query: RevisionQuery = {}) => withQuery(`/revisions/${part(id)}`, query),
  /** The merge of one module before a revision is confirmed. */
  mergePreview: (revision: string, path: string) =>
    withQuery(`/revisions/${part(revision)}/preview`, { path }),
  /** A to-do of a revision: the merge of one module. */
  todo: (revision: string, todo: string) => `/revisions/${part(revision)}/todos/${part(todo)}`,
  /** An empty text is sent too: the header search performs no check. */
  search: (text?: string) => withQuery('/search/index', { search: text }),
  /** All modules of a manual as it was at a moment. */
  searchAt: (state: { asOf: string; manualName: string }) =>
    withQuery('/search/index', { search: '', ...state }),
  /** All modules of a chapter of a manual, by code. */
  searchIn: (filters: { ataChapter: string; manualName: string }) =>
    withQuery('/search/index', { search: '', sort: 'code', ...filters }),
  admin: (
    query: { do?: 'create' | 'rebuild' | 'verify'; tab?: AdminTab; filter?: string; status?: string } = {},
  ) => withQuery('/admin/index', query),
  /** `of` names the operator whose aircraft are listed, `style` the one whose house style is open. */
  operators: (
    query: { do?: 'create'; operator?: string; style?: string; tab?: 'aircraft'; of?: string } = {},
  ) => withQuery('/operator-list/index', query),
  checkout: () => '/checkout',
  /**
   * The editor of a file by its path in the vault, at a line, or at a paragraph by its id in the page. With `merge`, a
   * draft that a newer version overtook is edited before it is merged.
   */
  editor: (path: string, query: { line?: string; at?: string; merge?: 'later' } = {}) =>
    withQuery('/editor', { path, ...query }),
  /** The merge of a newer version into the user's draft of a file, by its path in the vault. */
  rebase: (path: string) => withQuery('/rebase', { path }),
  /** A translation beside its original, by its path in the vault. */
  translation: (path: string, query: { show?: 'todo' | 'changed' } = {}) =>
    withQuery('/translation', { path, ...query }),
  /** A draft that was set aside or discarded, beside the file as it is now. */
  draft: (id: string) => `/checkout/${part(id)}`,
  /** Find and replace over many modules; `find` only fills the form. */
  replace: (query: { manual?: readonly string[]; find?: string } = {}) => withQuery('/replace', query),
  comments: (query: { state?: 'open'; mine?: 'yes'; path?: string } = {}) => withQuery('/comments', query),
  changeRequests: (query: { do?: 'create'; status?: string; mine?: 'yes' } = {}) =>
    withQuery('/change-requests', query),
  /** The list as a saved view filters and sorts it. */
  changeRequestView: (query: string) => `/change-requests?${query}`,
  changeRequest: (id: string, query: { tab?: string } = {}) =>
    withQuery(`/change-requests/${part(id)}`, query),
  /** The publications of a manual by its path in the vault. */
  publications: (manual: string, query: { do?: 'create' } = {}) =>
    withQuery('/publications', { manual, ...query }),
  /** Publications of all manuals that concern the user. */
  publicationGroup: (group: PublicationGroup) => withQuery('/publications', { group }),
  publication: (id: string) => `/publications/${part(id)}`,
  signingKey: () => '/publications/key',
  /** The same for receivers, who have no account. */
  openSigningKey: () => '/pages/key',
  bookmark: () => '/bookmark',
  recent: () => '/recent',
}

/** A path of ours as a link outside the router needs it. */
export function href(path: string): string {
  return `#${path}`
}

export const userManual = '/user-manual/'

/** A chapter of the user manual, in the reader's language. */
export function manualChapter(name: string, language: string): string {
  return `${userManual}${language.startsWith('zh') ? 'zh' : 'en'}/${name}.html`
}

/**
 * The page to open after signing in, from the login page's `back`: only a page of ours that is not itself a session
 * page, so that a crafted link cannot send anyone in circles or elsewhere.
 */
export function safeBack(back: string | null): string {
  return back === null || back === '/' || !isOwnPlace(back) ? paths.dashboard() : back
}

const anyOrigin = 'https://airfolio.invalid'

/** Whether a path is a page of ours and not one of the session pages. */
export function isOwnPlace(path: string): boolean {
  if (!path.startsWith('/')) return false
  try {
    // Read as a browser reads it: `/\\x` is another host, `/x/../pages` and `/%70AGES` are session pages.
    const { origin, pathname } = new URL(path, anyOrigin)
    return origin === anyOrigin && !/^\/+pages/i.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
