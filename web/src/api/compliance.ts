import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { answer, api, done, withProof } from '@/api/http'
import { keptAnswer, revalidated } from '@/api/kept'
import { keys } from '@/api/keys'
import { inVault } from '@/api/library'
import { queryClient } from '@/api/queries'
import type {
  Compliance,
  ComplianceDashboard,
  ComplianceUpdate,
  NewCompliance,
  NewPolicyItem,
  OpenPolicyItem,
  PolicyBulkChange,
  PolicyItemUpdate,
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
  inScope?: boolean
  assessable?: boolean
  proposed?: boolean
  mine?: boolean
  manualPath?: string
  /** A module. */
  path?: string
  recheck?: boolean
  unreferenced?: boolean
  overdue?: boolean
  keywordFilter?: string
  sort?: ItemSort
  order?: 'asc' | 'desc'
}

/** All collections, without what is below them. */
export const complianceQuery = () =>
  queryOptions({
    queryKey: [...keys.compliance, 'collections'],
    queryFn: () => revalidated<Compliance[]>('compliance', (headers) => api.GET('/compliance', { headers })),
    placeholderData: () => keptAnswer<Compliance[]>('compliance'),
  })

/** A collection with all of its categories. */
export const complianceTreeQuery = (id: string) => {
  const name = `compliance/${id}`
  const query = { fromPath: `/${id}`, recursive: true, withItems: false }
  return queryOptions({
    queryKey: [...keys.compliance, 'tree', id],
    queryFn: async () => {
      const [tree] = await revalidated<Compliance[]>(name, (headers) =>
        api.GET('/compliance', { params: { query }, headers }),
      )
      if (!tree) throw new Error('The server sent no collection where one was promised')
      return tree
    },
    placeholderData: () => keptAnswer<Compliance[]>(name)?.[0],
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
      revalidated<OpenPolicyItem>(`compliance/item/${id}`, (headers) =>
        api.GET('/compliance/policyItem/{id}', { params: { path: { id } }, headers }),
      ),
    placeholderData: () => keptAnswer<OpenPolicyItem>(`compliance/item/${id}`),
    staleTime: 0,
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

export const policyHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'history', id],
    queryFn: () => answer(api.GET('/compliance/policyItem/{id}/history', { params: { path: { id } } })),
    staleTime: 0,
  })

/** The figures of all collections, or of one with its categories. */
export const complianceDashboardQuery = (id?: string) => {
  const name = `compliance/dashboard/${id ?? ''}`
  const query = { fromPath: id && `/${id}` }
  return queryOptions({
    queryKey: [...keys.compliance, 'dashboard', id],
    queryFn: () =>
      revalidated<ComplianceDashboard>(name, (headers) =>
        api.GET('/compliance/dashboard', { params: { query }, headers }),
      ),
    placeholderData: () => keptAnswer<ComplianceDashboard>(name),
    staleTime: 0,
  })
}

export function refreshCompliance(): void {
  void queryClient.invalidateQueries({ queryKey: keys.compliance })
}

export async function createCompliance(body: NewCompliance): Promise<Compliance> {
  const made = await answer(api.POST('/compliance', { body }))
  // Its page finds it at once.
  queryClient.setQueryData(complianceQuery().queryKey, (known) => [...(known ?? []), made])
  refreshCompliance()
  return made
}

export async function updateCompliance(id: string, body: ComplianceUpdate): Promise<undefined> {
  await answer(api.PUT('/compliance/{id}', { params: { path: { id } }, body }))
  refreshCompliance()
}

export const deleteCompliance = ({ path, version }: Compliance) =>
  withProof(() => done(api.PUT('/compliance/delete', { body: { complianceInfoPath: path, version } })))

export async function createCategory(parentPath: string, code: string, name: string): Promise<PolicyNode> {
  const body = { parentPath, policyCategoryCode: code, name }
  const made = await answer(api.POST('/compliance/policyCategory', { body }))
  refreshCompliance()
  return made
}

export async function updateCategory({ id, version }: PolicyNode, code: string, name: string): Promise<void> {
  const body = { version: version ?? 0, policyCategoryCode: code, name }
  await answer(api.PUT('/compliance/policyCategory/{id}', { params: { path: { id } }, body }))
  refreshCompliance()
}

export const deleteCategory = ({ path, version }: PolicyNode) =>
  done(api.PUT('/compliance/policyCategory/delete', { body: { policyCategoryPath: path, version } }))

function shown(open: OpenPolicyItem): OpenPolicyItem {
  queryClient.setQueryData(policyItemQuery(open.id).queryKey, open)
  refreshCompliance()
  return open
}

export async function createPolicyItem(body: NewPolicyItem): Promise<OpenPolicyItem> {
  return shown(await answer(api.POST('/compliance/policyItem', { body })))
}

export async function updatePolicyItem(id: string, body: PolicyItemUpdate): Promise<OpenPolicyItem> {
  return shown(await answer(api.PUT('/compliance/policyItem/{id}', { params: { path: { id } }, body })))
}

export const deletePolicyItem = ({ path, version }: OpenPolicyItem) =>
  done(api.PUT('/compliance/policyItem/delete', { body: { policyItemPath: path, version } }))

type SeenItem = Pick<OpenPolicyItem, 'id' | 'version'>

export async function setPolicyStatus(item: SeenItem, status: string, why: string): Promise<OpenPolicyItem> {
  const body = { id: item.id, version: item.version, status, why }
  return shown(await answer(api.PUT('/compliance/policyItem/status', { body })))
}

export async function signOffStatus(item: SeenItem, accepted: boolean, why: string): Promise<OpenPolicyItem> {
  const body = { id: item.id, version: item.version, accepted, why }
  return shown(await withProof(() => answer(api.PUT('/compliance/policyItem/signOff', { body }))))
}

export async function setPolicyScope(item: SeenItem, scope: PolicyScope): Promise<OpenPolicyItem> {
  const body = { id: item.id, version: item.version, ...scope }
  return shown(await answer(api.PUT('/compliance/policyItem/scope', { body })))
}

/** Changes several requirements, all or none. */
export async function changePolicyItems(seen: readonly SeenItem[], change: PolicyBulkChange): Promise<void> {
  const items = seen.map(({ id, version }) => ({ id, version }))
  await done(api.PUT('/compliance/policyItem/bulk', { body: { items, ...change } }))
  refreshCompliance()
}

interface NewReference {
  policyItemId: string
  policyClauseId?: string
  place: ReferencePlace
  comment: string
}

export async function addReference(body: NewReference): Promise<OpenPolicyItem> {
  return shown(await answer(api.POST('/compliance/policyItem/policyRef', { body })))
}

/** The text that the reference leads to now is as it should be. */
export async function confirmReference(reference: PolicyRef, why: string): Promise<OpenPolicyItem> {
  const { id, version, policyClauseId, comment } = reference
  const body = { id, version, policyClauseId, comment, confirm: true, why }
  return shown(await answer(api.PUT('/compliance/policyItem/policyRef', { body })))
}

export async function deleteReference({ id, version }: PolicyRef, why: string): Promise<OpenPolicyItem> {
  return shown(
    await answer(api.PUT('/compliance/policyItem/policyRef/delete', { body: { id, version, why } })),
  )
}

/** The references below a path that lead nowhere. */
export const goneReferencesQuery = (path: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'gone', path],
    queryFn: () => answer(api.PUT('/compliance/policyItem/policyRef/clean', { body: { path } })),
    staleTime: 0,
  })

export async function cleanReferences(path: string): Promise<void> {
  await answer(api.PUT('/compliance/policyItem/policyRef/clean', { body: { path, confirm: true } }))
  refreshCompliance()
}
