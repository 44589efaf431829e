import { queryOptions, useQuery } from '@tanstack/react-query'
import { saveFile } from '@/api/download'
import { answer, api, done } from '@/api/http'
import { keepRowsOf, queryClient } from '@/api/queries'
import type {
  Csdb,
  FileVersion,
  Lane,
  Manual,
  ModuleSort,
  NewCsdb,
  NewManual,
  NewProfile,
  Profile,
  ProfileChange,
  TocNode,
} from '@/api/types'

/** Sends the slashes of a vault path as they are: they part folders. */
export const inVault = {
  pathSerializer: (template: string, { path }: Record<string, unknown>) =>
    template.replace('{path}', String(path).split('/').map(encodeURIComponent).join('/')),
}

/** Everything here is stale when the library changes. */
export const library = 'library'

export function refreshLibrary(): void {
  void queryClient.invalidateQueries({ queryKey: [library] })
  void queryClient.invalidateQueries({ queryKey: ['counts'] })
}

export const databasesQuery = () =>
  queryOptions({ queryKey: [library, 'databases'], queryFn: () => answer(api.GET('/csdb')) })

/** The manuals of one database, or of all. */
export const manualsQuery = (csdbName?: string) =>
  queryOptions({
    queryKey: [library, 'manuals', csdbName],
    queryFn: () => answer(api.GET('/csdb/manual', { params: { query: { csdbName } } })),
  })

export const profilesQuery = (manualPath: string) =>
  queryOptions({
    queryKey: [library, 'profiles', manualPath],
    queryFn: () => answer(api.GET('/csdb/profile', { params: { query: { manualPath } } })),
  })

export async function addProfile(body: NewProfile): Promise<void> {
  await answer(api.POST('/csdb/profile', { body }))
  refreshLibrary()
}

export async function saveProfile(body: ProfileChange): Promise<void> {
  await answer(api.PUT('/csdb/profile', { body }))
  refreshLibrary()
}

/** Deletes a profile as it was shown. */
export async function deleteProfile({ id, version }: Pick<Profile, 'id' | 'version'>): Promise<void> {
  try {
    await done(api.DELETE('/csdb/profile', { params: { query: { id, version } } }))
  } finally {
    // Somebody else may have changed it: the next attempt shows how.
    refreshLibrary()
  }
}

/** The codes and names of the operators, to choose one; 500 at most. */
export const operatorNamesQuery = queryOptions({
  queryKey: ['operators', 'names'],
  queryFn: async () => {
    const query = { pageNumber: 1, pageSize: 500, sort: 'code' } as const
    const { items } = await answer(api.GET('/config/operator', { params: { query } }))
    return items.map(({ code, name }) => ({ code, name }))
  },
})

/** The names of the types come in the reader's language, so each language has its own answer. */
export const manualTypesQuery = (language: string) =>
  queryOptions({
    queryKey: [library, 'manualTypes', language],
    queryFn: () => answer(api.GET('/csdb/manualTypeDetail')),
  })

export const csdbTypesQuery = queryOptions({
  queryKey: [library, 'csdbTypes'],
  queryFn: () => answer(api.GET('/config/csdbTypes')),
})

const contentTypesQuery = (language: string) =>
  queryOptions({
    queryKey: [library, 'contentTypes', language],
    queryFn: () => answer(api.GET('/csdb/dmType')),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The kinds of content that data modules have, in the reader's language. */
export function useContentTypes(language: string) {
  return useQuery(contentTypesQuery(language)).data ?? []
}

export const translationLanguagesQuery = queryOptions({
  queryKey: ['operators', 'languages'],
  queryFn: () => answer(api.GET('/airline/config/language')),
})

/** The state of a manual to read: a lane, now or at a moment, or one revision. */
export interface Reading {
  lane?: Lane
  revision?: string
  /** RFC 3339, in UTC. */
  asOf?: string
}

/** The contents of a manual as a profile shows them. */
export interface ContentsScope extends Reading {
  profileId: string
}

export const topTocQuery = (place: ContentsScope) =>
  queryOptions({
    queryKey: [library, 'toc', place],
    queryFn: () => answer(api.GET('/toc/getTopToc', { params: { query: place } })),
  })

export interface TocPage extends ContentsScope {
  nodeId?: string
  /** At any depth of the whole contents. */
  anywhere?: boolean
  keyword?: string
  /** Only publications in this language, or in the first one where none is in it. */
  language?: string
  /** Whom it is read for; then each module says whether it applies. */
  aircraft?: string
  product?: string
  set?: string[]
  pageNumber: number
  pageSize: number
}

/** The children of a node of the contents, page by page. */
export const tocChildrenQuery = (page: TocPage) => {
  const list = [library, 'toc', page.profileId]
  return queryOptions({
    queryKey: [...list, page],
    queryFn: () => answer(api.POST('/toc/getLeafNodeWithPage', { body: { ...page, includeLeaf: true } })),
    placeholderData: keepRowsOf(list),
  })
}

/** One node of the contents, with its first children. */
export const tocNodeQuery = (place: ContentsScope & { nodeId: string }) =>
  queryOptions({
    queryKey: [library, 'tocNode', place],
    queryFn: () => answer(api.GET('/toc/getTocNode', { params: { query: place } })),
  })

/** The first module below a node of the contents that can be read; null where there is none. */
export const firstBelowQuery = (place: ContentsScope, nodeId: string) =>
  queryOptions({
    queryKey: [library, 'firstModule', place, nodeId],
    queryFn: () => firstModule(place, [nodeId]),
  })

/** The first module of all contents, of a publication in this language where there is one. */
export const firstModuleQuery = (place: ContentsScope, language: string) =>
  queryOptions({
    queryKey: [library, 'firstModule', place, 'all', language],
    queryFn: async () => (await firstModule(place, [], language)) ?? firstModule(place, []),
  })

const deepest = 20

/** `way` leads to where one looks: the ids of the nodes above. */
async function firstModule(
  place: ContentsScope,
  way: readonly string[],
  language?: string,
): Promise<TocNode | null> {
  const few = { ...place, language, nodeId: way.at(-1), pageNumber: 1, pageSize: 20, includeLeaf: true }
  const { items } = await answer(api.POST('/toc/getLeafNodeWithPage', { body: few }))
  for (const node of items) {
    if (node.leaf && !node.dangling && node.sourceFiles.length > 0) return node
    const isWorthIt = !node.leaf && way.length < deepest && !way.includes(node.id)
    const below = isWorthIt ? await firstModule(place, [...way, node.id]) : null
    if (below) return below
  }
  return null
}

export const revisionsQuery = (manualPath: string) =>
  queryOptions({
    queryKey: [library, 'revisions', manualPath],
    queryFn: () => answer(api.GET('/revisions', { params: { query: { manualPath } } })),
  })

export interface ModuleListQuery extends Reading {
  manualPath: string
  pageNumber: number
  pageSize: number
  keywordFilter?: string
  contentType?: string
  language?: string
  /** As in `29`. */
  system?: string
  statusFilter?: string
  sort?: ModuleSort
  order?: 'asc' | 'desc'
}

export const modulesQuery = (query: ModuleListQuery) => {
  const list = [library, 'modules', query.manualPath]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () => answer(api.GET('/dm/getAllDmListWithPage', { params: { query } })),
    placeholderData: keepRowsOf(list),
  })
}

export const unreferencedQuery = (query: ModuleListQuery) => {
  const list = [library, 'unreferenced', query.manualPath]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () => answer(api.GET('/dm/getUnRefDmListWithPage', { params: { query } })),
    placeholderData: keepRowsOf(list),
  })
}

/** The modules that a container chooses from. */
export const containedQuery = (containerPath: string, reading: Reading) =>
  queryOptions({
    queryKey: [library, 'contained', containerPath, reading],
    queryFn: () =>
      answer(api.GET('/dm/getContentDmsByContainer', { params: { query: { containerPath, ...reading } } })),
  })

/** The systems that the modules of a manual are of, in the reader's language, with how many there are of each. */
export const systemsOfManualQuery = (manualPath: string, reading: Reading, language: string) =>
  queryOptions({
    queryKey: [library, 'systemsOfManual', manualPath, reading, language],
    queryFn: () => answer(api.GET('/sns/systemsOfManual', { params: { query: { manualPath, ...reading } } })),
  })

/** The terms and abbreviations that the repositories of a manual explain. */
export const glossaryQuery = (manualPath: string, reading: Reading) =>
  queryOptions({
    queryKey: [library, 'glossary', manualPath, reading],
    queryFn: () => answer(api.GET('/glossaryRepository', { params: { query: { manualPath, ...reading } } })),
    staleTime: 300_000,
  })

export const fileQuery = (path: string, reading: Reading) =>
  queryOptions({
    queryKey: [library, 'file', path, reading],
    queryFn: () =>
      answer(api.GET('/files/default{path}', { ...inVault, params: { path: { path }, query: reading } })),
  })

export const referencesQuery = (path: string, reading: Reading) =>
  queryOptions({
    queryKey: [library, 'references', path, reading],
    queryFn: () =>
      answer(
        api.GET('/files/referenced/default{path}', {
          ...inVault,
          params: { path: { path }, query: reading },
        }),
      ),
  })

export const versionsQuery = (path: string) =>
  queryOptions({
    queryKey: [library, 'versions', path],
    queryFn: () =>
      answer(api.GET('/files/getVersions/default{path}', { ...inVault, params: { path: { path } } })),
  })

/** The XML text of a file as it is now. */
export const sourceQuery = (path: string) =>
  queryOptions({
    queryKey: [library, 'source', path],
    queryFn: () =>
      answer(api.GET('/bytes/default{path}', { ...inVault, params: { path: { path } }, parseAs: 'text' })),
  })

/** Gives the file of a version to the browser, as it is stored. */
export const saveVersion = ({ path, name, versionId }: FileVersion): Promise<void> =>
  saveFile(`/bytes/default${path.split('/').map(encodeURIComponent).join('/')}?version=${versionId}`, name)

/** A creation has succeeded when the answer has the attributes of the new folder. */
export async function createDatabase(body: NewCsdb): Promise<Csdb> {
  const made = await answer(api.POST('/csdb', { body }))
  refreshLibrary()
  return made
}

export async function createManual(body: NewManual): Promise<Manual> {
  const made = await answer(api.POST('/csdb/manual', { body }))
  refreshLibrary()
  return made
}

/** Sends the altered entity to its path; success is the id in the answer. */
export async function renameFolder(folder: Csdb | Manual, aliasName: string): Promise<void> {
  const body = { ...folder, attributeMap: { ...folder.attributeMap, aliasName: [aliasName] } }
  await answer(
    api.PUT('/folders/default{path}', { ...inVault, params: { path: { path: folder.path } }, body }),
  )
  refreshLibrary()
}

/** Reasons that refuse a check-in into a manual. */
export interface CheckInBlocks {
  schemaErrorsBlock: boolean
  brexErrorsBlock: boolean
}

export async function saveManualRules(manual: Manual, blocks: CheckInBlocks): Promise<void> {
  const { path: manualPath, version } = manual
  await answer(api.PUT('/csdb/manual/rules', { body: { manualPath, ...blocks, version } }))
  refreshLibrary()
}

/** The caller leaves the folder's pages before it refreshes: a deleted folder cannot be read again. */
export async function deleteFolder(folder: Csdb | Manual): Promise<void> {
  const [csdbName = folder.name] = folder.attributeMap.csdbName ?? []
  await done(
    'lanes' in folder
      ? api.DELETE('/csdb/manual', { params: { query: { csdbName, manualName: folder.name } } })
      : api.DELETE('/csdb', { params: { query: { csdbName: folder.name } } }),
  )
}

/** The folder as it is stored now, null when it is gone. */
export async function readFolder(folder: Csdb | Manual): Promise<Csdb | Manual | null> {
  const [csdbName] = folder.attributeMap.csdbName ?? []
  const all: readonly (Csdb | Manual)[] = await ('lanes' in folder
    ? queryClient.fetchQuery({ ...manualsQuery(csdbName), staleTime: 0 })
    : queryClient.fetchQuery({ ...databasesQuery(), staleTime: 0 }))
  return all.find(({ id }) => id === folder.id) ?? null
}
