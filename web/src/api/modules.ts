import { queryOptions } from '@tanstack/react-query'
import { refreshEditing } from '@/api/editing'
import { answer, api, done } from '@/api/http'
import { inVault, library } from '@/api/library'
import { keepRowsOf, queryClient } from '@/api/queries'
import type { EditedOutline, EntryChange, File, NewModule } from '@/api/types'

/** The choices for a new module of a manual, in the reader's language. */
export const moduleOptionsQuery = (manualPath: string, language: string) =>
  queryOptions({
    queryKey: [library, 'moduleOptions', manualPath, language],
    queryFn: () => answer(api.GET('/dm/newModule', { params: { query: { manualPath } } })),
    // Who holds a publication, and which codes are taken, changes at any time.
    staleTime: 0,
  })

/** The information codes, in the reader's language. */
export const infoCodesQuery = (language: string) =>
  queryOptions({
    queryKey: [library, 'infoCodes', language],
    queryFn: () => answer(api.GET('/csdb/dmTypes')),
    staleTime: Number.POSITIVE_INFINITY,
  })

export type CodeStep = 'variant' | 'assembly'

export const findNextCode = (manualPath: string, name: string, step: CodeStep) =>
  answer(api.GET('/dm/nextCode', { params: { query: { manualPath, name, step } } }))

/** Whether the code of a name is free. */
export const codeOfferQuery = (manualPath: string, name: string) => {
  const list = [library, 'codeOffer', manualPath]
  return queryOptions({
    queryKey: [...list, name],
    queryFn: () => findNextCode(manualPath, name, 'variant'),
    staleTime: 0,
    gcTime: 0,
  })
}

export async function createModule(name: string, body: NewModule): Promise<File> {
  try {
    const file = await answer(api.POST('/dm/default/{name}', { params: { path: { name } }, body }))
    refreshEditing()
    return file
  } catch (error) {
    // The section may have been one of contents that were changed meanwhile.
    void queryClient.invalidateQueries({ queryKey: [library, 'outline'] })
    throw error
  }
}

/** The entries of a publication: those of the user's draft, or of the working version. */
export const outlineQuery = (path: string) =>
  queryOptions({
    queryKey: [library, 'outline', path],
    queryFn: () => answer(api.GET('/toc/outline/default{path}', { ...inVault, params: { path: { path } } })),
    staleTime: 0,
  })

/** The edits that make a change of the entries of a text, and the entries afterwards; nothing is stored. */
export const editOutline = (
  path: string,
  tab: string,
  text: string,
  change?: EntryChange,
): Promise<EditedOutline> =>
  answer(
    api.POST('/toc/edits/default{path}', {
      ...inVault,
      params: { path: { path }, query: { tab } },
      body: { text, change },
    }),
  )

/** The request for a change of a container. */
interface ContainerChange {
  comment: string
  /** The change request that it belongs to. */
  changeRequestId?: string
  /** The container may belong to another open change request too. */
  shareModule?: boolean
}

export async function addAlternate(
  container: string,
  alternate: string,
  change: ContainerChange,
): Promise<File> {
  const params = { path: { path: container } }
  const body = { alternate, ...change }
  const file = await answer(api.POST('/dm/alternate/default{path}', { ...inVault, params, body }))
  refreshEditing()
  return file
}

export async function removeAlternate(
  container: string,
  alternate: string,
  change: ContainerChange,
): Promise<File> {
  const params = { path: { path: container }, query: { alternate, ...change } }
  const file = await answer(api.DELETE('/dm/alternate/default{path}', { ...inVault, params }))
  refreshEditing()
  return file
}

/** The templates of new modules of a manual, in the reader's language. */
export const templatesQuery = (manualPath: string, language: string) => {
  const list = [library, 'templates', manualPath]
  return queryOptions({
    queryKey: [...list, language],
    queryFn: () => answer(api.GET('/dm/templates', { params: { query: { manualPath } } })),
    placeholderData: keepRowsOf(list),
  })
}

export async function loadTemplate(manualPath: string, contentType: string): Promise<string> {
  const query = { manualPath, contentType }
  return (await answer(api.GET('/dm/templates/text', { params: { query } }))).text
}

export async function replaceTemplate(manualPath: string, contentType: string, text: string): Promise<void> {
  await done(api.PUT('/dm/templates', { body: { manualPath, contentType, text } }))
  void queryClient.invalidateQueries({ queryKey: [library, 'templates', manualPath] })
}

export async function resetTemplate(manualPath: string, contentType: string): Promise<void> {
  await done(api.DELETE('/dm/templates', { params: { query: { manualPath, contentType } } }))
  void queryClient.invalidateQueries({ queryKey: [library, 'templates', manualPath] })
}
