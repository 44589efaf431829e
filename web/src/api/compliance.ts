import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { answer, api, done, withProof } from '@/api/http'
import { keys } from '@/api/keys'
import { inVault } from '@/api/library'
import { hasCode } from '@/api/problem'
import { queryClient } from '@/api/queries'
import { cachedResponse, revalidate } from '@/api/responseCache'
import type {
  Compliance,
  ComplianceDashboard,
  ComplianceUpdate,
  NewCompliance,
  NewPolicyItem,
  OpenPolicyItem,
  PolicyBulkChange,
  PolicyItemUpdate,
  PolicyMeansInput,
  PolicyNode,
  PolicyRef,
  PolicyScope,
  ReferencePlace,
} from '@/api/types'

type ItemSort = 'position' | 'code' | 'title' | 'status' | 'owner' | 'reviewDate' | 'updatedOn'

export interface PolicyItemFilter {
  fromPath?: string
  /** Several are separated by commas. */
  status?: string
  scope?: 'in' | 'out'
  /** As in `AMC`. */
  kind?: string
  assessable?: boolean
  proposed?: boolean
  /** An account. */
  owner?: string
  mine?: boolean
  manualPath?: string
  /** The path of a module. */
  module?: string
  /** The code of an operator; '' for the requirements of all operators. */
  operator?: string
  recheck?: boolean
  reassess?: boolean
  unreferenced?: boolean
  /** `mapped` or `part`: proved by requirements of other collections; `open`: by none. */
  proof?: string
  overdue?: boolean
  keywordFilter?: string
  sort?: ItemSort
  order?: 'asc' | 'desc'
}

/** All collections, without what is below them. */
export const complianceQuery = () =>
  queryOptions({
    queryKey: [...keys.compliance, 'collections'],
    queryFn: () => revalidate<Compliance[]>('compliance', (headers) => api.GET('/compliance', { headers })),
    placeholderData: () => cachedResponse<Compliance[]>('compliance'),
  })

/** A collection with all of its categories. */
export const complianceTreeQuery = (id: string) => {
  const name = `compliance/${id}`
  const query = { fromPath: `/${id}`, recursive: true, withItems: false }
  return queryOptions({
    queryKey: [...keys.compliance, 'tree', id],
    queryFn: async () => {
      const [tree] = await revalidate<Compliance[]>(name, (headers) =>
        api.GET('/compliance', { params: { query }, headers }),
      )
      if (!tree) throw new Error('The server sent no collection where one was promised')
      return tree
    },
    placeholderData: () => cachedResponse<Compliance[]>(name)?.[0],
  })
}

export const policyItemsQuery = (query: PolicyItemFilter & { pageNumber: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...keys.compliance, 'items', query],
    queryFn: () => answer(api.GET('/compliance/policyItems', { params: { query } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const policyItemQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'item', id],
    queryFn: () =>
      revalidate<OpenPolicyItem>(`compliance/item/${id}`, (headers) =>
        api.GET('/compliance/policyItem/{id}', { params: { path: { id } }, headers }),
      ),
    placeholderData: () => cachedResponse<OpenPolicyItem>(`compliance/item/${id}`),
    staleTime: 0,
  })

/**
 * The references whose text has to be checked again: of the user's requirements, of one requirement or of all, to one
 * manual or module.
 */
export const policyReviewsQuery = (query: {
  mine: boolean
  manualPath?: string
  module?: string
  policyItemId?: string
  pageNumber: number
  pageSize: number
}) =>
  queryOptions({
    queryKey: [...keys.compliance, 'reviews', query],
    queryFn: () => answer(api.GET('/compliance/reviews', { params: { query } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The people who may own requirements, with a text in their account or name. */
export const policyOwnersQuery = (keywordFilter: string) =>
  queryOptions({
    queryKey: ['policyOwners', keywordFilter],
    queryFn: () => answer(api.GET('/compliance/owners', { params: { query: { keywordFilter } } })),
    placeholderData: keepPreviousData,
  })

/** Paragraphs that may answer a requirement, or a clause of it; '' for the whole requirement. */
export const policySuggestionsQuery = (id: string, policyClauseId: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'suggestions', id, policyClauseId],
    queryFn: () => {
      const params = { path: { id }, query: { policyClauseId: policyClauseId || undefined } }
      return answer(api.GET('/compliance/policyItem/{id}/suggestions', { params }))
    },
    staleTime: 0,
  })

/** The chapters of a manual, as its contents name them; '' for no manual. */
export const chaptersQuery = (path: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'chapters', path],
    queryFn:
      path === ''
        ? skipToken
        : () =>
            answer(api.GET('/compliance/chapters/default{path}', { ...inVault, params: { path: { path } } })),
  })

/** The requirements that refer to a module, with their places in the version that is read. */
export const moduleReferencesQuery = (path: string, version: string | undefined) =>
  queryOptions({
    queryKey: [...keys.compliance, 'module', path, version],
    queryFn:
      version === undefined
        ? skipToken
        : () => {
            const params = { path: { path }, query: { version } }
            return answer(api.GET('/compliance/policyRefs/default{path}', { ...inVault, params }))
          },
  })

/** The entries that the server sends at once. */
const historyPageSize = 500

/** The history of a requirement, newest first; each page goes further back. */
export const policyHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.compliance, 'history', id],
    queryFn: ({ pageParam }) => {
      const params = { path: { id }, query: { before: pageParam || undefined } }
      return answer(api.GET('/compliance/policyItem/{id}/history', { params }))
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)?.id),
    staleTime: 0,
  })

/** The figures of all collections, or of one with its categories. */
export const complianceDashboardQuery = (id?: string) => {
  const name = `compliance/dashboard/${id ?? ''}`
  const query = { fromPath: id && `/${id}` }
  return queryOptions({
    queryKey: [...keys.compliance, 'dashboard', id],
    queryFn: () =>
      revalidate<ComplianceDashboard>(name, (headers) =>
        api.GET('/compliance/dashboard', { params: { query }, headers }),
      ),
    placeholderData: () => cachedResponse<ComplianceDashboard>(name),
    staleTime: 0,
  })
}

export function refreshCompliance(): void {
  void queryClient.invalidateQueries({ queryKey: keys.compliance })
  // The sidebar counts open reviews.
  void queryClient.invalidateQueries({ queryKey: ['counts'] })
}

/** Loads everything but a collection that was deleted: its page is in memory for a moment and would ask for it. */
export function refreshWithoutCollection(id: string): void {
  void queryClient.invalidateQueries({
    queryKey: keys.compliance,
    predicate: ({ queryKey }) => !JSON.stringify(queryKey).includes(id),
  })
}

/** Sends a change. When it is refused because of somebody else's change, the pages load that change. */
async function send<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (hasCode(error, 'changed_meanwhile')) refreshCompliance()
    throw error
  }
}

/** A requirement, category, collection or reference in the version that the user has seen. */
type Versioned = Pick<OpenPolicyItem, 'id' | 'version'>

export async function createCompliance(body: NewCompliance): Promise<Compliance> {
  const made = await answer(api.POST('/compliance', { body }))
  // Its page finds it at once.
  queryClient.setQueryData(complianceQuery().queryKey, (known) => [...(known ?? []), made])
  refreshCompliance()
  return made
}

/** Reads a collection again; null when it was deleted. */
export async function readCompliance(id: string): Promise<Compliance | null> {
  const collections = await queryClient.fetchQuery({ ...complianceQuery(), staleTime: 0 })
  return collections.find((collection) => collection.id === id) ?? null
}

export async function updateCompliance(id: string, body: ComplianceUpdate): Promise<undefined> {
  await send(answer(api.PUT('/compliance/{id}', { params: { path: { id } }, body })))
  refreshCompliance()
}

export const deleteCompliance = ({ path, version }: Compliance) =>
  send(withProof(() => done(api.PUT('/compliance/delete', { body: { complianceInfoPath: path, version } }))))

export async function createCategory(parentPath: string, code: string, name: string): Promise<PolicyNode> {
  const body = { parentPath, policyCategoryCode: code, name }
  const made = await answer(api.POST('/compliance/policyCategory', { body }))
  refreshCompliance()
  return made
}

/** Reads a category again; null when it was deleted. */
export async function readCategory({ id, path }: PolicyNode): Promise<PolicyNode | null> {
  const tree = await queryClient.fetchQuery({
    ...complianceTreeQuery(path.split('/')[1] ?? ''),
    staleTime: 0,
  })
  const find = (nodes: readonly PolicyNode[]): PolicyNode | undefined =>
    nodes.find((node) => node.id === id) ?? nodes.map(({ childs }) => find(childs)).find((node) => node)
  return find(tree.childs) ?? null
}

export async function updateCategory({ id, version }: PolicyNode, code: string, name: string): Promise<void> {
  const body = { version: version ?? 0, policyCategoryCode: code, name }
  await send(answer(api.PUT('/compliance/policyCategory/{id}', { params: { path: { id } }, body })))
  refreshCompliance()
}

export const deleteCategory = ({ path, version }: PolicyNode) =>
  send(
    withProof(() =>
      done(api.PUT('/compliance/policyCategory/delete', { body: { policyCategoryPath: path, version } })),
    ),
  )

/** Puts a changed requirement on its page, and loads the lists and figures again. */
async function sendItemChange(call: Promise<OpenPolicyItem>): Promise<OpenPolicyItem> {
  const item = await send(call)
  queryClient.setQueryData(policyItemQuery(item.id).queryKey, item)
  refreshCompliance()
  return item
}

export const createPolicyItem = (body: NewPolicyItem) =>
  sendItemChange(answer(api.POST('/compliance/policyItem', { body })))

/** Reads a requirement again. */
export const readPolicyItem = ({ id }: Pick<OpenPolicyItem, 'id'>) =>
  queryClient.fetchQuery({ ...policyItemQuery(id), staleTime: 0 })

export const updatePolicyItem = (id: string, body: PolicyItemUpdate) =>
  sendItemChange(answer(api.PUT('/compliance/policyItem/{id}', { params: { path: { id } }, body })))

export const deletePolicyItem = ({ path, version }: OpenPolicyItem) =>
  send(
    withProof(() =>
      done(api.PUT('/compliance/policyItem/delete', { body: { policyItemPath: path, version } })),
    ),
  )

export const setPolicyStatus = ({ id, version }: Versioned, status: string, why: string) =>
  sendItemChange(answer(api.PUT('/compliance/policyItem/status', { body: { id, version, status, why } })))

/** The text of a reference that was read; '' for a manual or chapter, which has no version. */
const readText = ({ currentVersion }: PolicyRef) => ({ confirmVersion: currentVersion ?? '' })

/** Sets a status after reading a reference, which does not have to be checked again then. */
export function decideOnReference(item: Versioned, status: string, read: PolicyRef): Promise<OpenPolicyItem> {
  const { id, version } = item
  const reference = { id: read.id, version: read.version, ...readText(read) }
  const body = { id, version, status, why: '', reference }
  return sendItemChange(answer(api.PUT('/compliance/policyItem/status', { body })))
}

export function signOffStatus({ id, version }: Versioned, accepted: boolean, why: string) {
  const body = { id, version, accepted, why }
  return sendItemChange(withProof(() => answer(api.PUT('/compliance/policyItem/signOff', { body }))))
}

export const setPolicyScope = ({ id, version }: Versioned, scope: PolicyScope) =>
  sendItemChange(answer(api.PUT('/compliance/policyItem/scope', { body: { id, version, ...scope } })))

/** Records how a requirement is met, in place of what was recorded before. */
export const setPolicyMeans = ({ id, version }: Versioned, means: PolicyMeansInput[], why: string) =>
  sendItemChange(answer(api.PUT('/compliance/policyItem/means', { body: { id, version, means, why } })))

/** Changes several requirements, all or none. */
export async function changePolicyItems(
  changed: readonly Versioned[],
  change: PolicyBulkChange,
): Promise<void> {
  const items = changed.map(({ id, version }) => ({ id, version }))
  await send(done(api.PUT('/compliance/policyItem/bulk', { body: { items, ...change } })))
  refreshCompliance()
}

interface NewReference {
  policyItemId: string
  /** As it was read: another version of the requirement may ask for more. */
  policyItemVersion: number
  policyClauseId?: string
  place: ReferencePlace
  comment: string
  /** The account of the person in charge of it; left out for the owner of the requirement. */
  owner?: string
  reviewDate?: string
  /** The reason, for the history. */
  why?: string
}

export const addReference = (body: NewReference) =>
  sendItemChange(answer(api.POST('/compliance/policyItem/policyRef', { body })))

/**
 * Says that the text, as it was read, still answers a version of the requirement. It is refused when another version of
 * one of them is there. `reviewDate` is the day of its next review.
 */
export function confirmReference(
  reference: PolicyRef,
  policyItemVersion: number,
  reviewDate = reference.reviewDate,
): Promise<OpenPolicyItem> {
  const { id, version, policyClauseId, comment } = reference
  const owner = reference.owner?.account
  const given = { id, version, policyClauseId, comment, owner, reviewDate }
  const body = { ...given, policyItemVersion, ...readText(reference) }
  return sendItemChange(answer(api.PUT('/compliance/policyItem/policyRef', { body })))
}

interface ReferenceChange
  extends Pick<NewReference, 'policyClauseId' | 'comment' | 'owner' | 'reviewDate' | 'why'> {
  /** Another place, which is confirmed too. */
  place?: ReferencePlace
}

/** Changes a reference of a version of the requirement. */
export function updateReference(
  { id, version }: PolicyRef,
  policyItemVersion: number,
  change: ReferenceChange,
): Promise<OpenPolicyItem> {
  const body = { id, version, policyItemVersion, ...change }
  return sendItemChange(answer(api.PUT('/compliance/policyItem/policyRef', { body })))
}

export function deleteReference({ id, version }: PolicyRef, why: string): Promise<OpenPolicyItem> {
  const body = { id, version, why: why || undefined }
  return sendItemChange(answer(api.PUT('/compliance/policyItem/policyRef/delete', { body })))
}

/** The broken references below a path. */
export const goneReferencesQuery = (path: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'gone', path],
    queryFn: () => answer(api.PUT('/compliance/policyItem/policyRef/clean', { body: { path } })),
    staleTime: 0,
    // The user confirms the list on the screen.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Deletes those of the given references that are still broken. */
export async function cleanReferences(path: string, listed: readonly Versioned[]): Promise<void> {
  const references = listed.map(({ id, version }) => ({ id, version }))
  const body = { path, confirm: true, references }
  await send(answer(api.PUT('/compliance/policyItem/policyRef/clean', { body })))
  refreshCompliance()
}
