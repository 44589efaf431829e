import { queryOptions } from '@tanstack/react-query'
import { saveFile } from '@/api/download'
import { refreshEditing } from '@/api/editing'
import { answer, api, unhurried } from '@/api/http'
import { inVault, library } from '@/api/library'
import { keepRowsOf, queryClient } from '@/api/queries'
import type { File, TranslationState, XliffReport } from '@/api/types'

interface TranslationsQuery {
  manualPath: string
  language?: string
  state?: TranslationState
  keywordFilter?: string
  pageNumber: number
  pageSize: number
}

/** The modules of a manual by their state in the languages that it is translated into. */
export const translationsQuery = (query: TranslationsQuery) => {
  const list = [library, 'translations', query.manualPath]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () => answer(api.GET('/dm/translations', { params: { query } })),
    placeholderData: keepRowsOf(list),
  })
}

/** The languages of a module, the original first. */
export const moduleLanguagesQuery = (path: string) =>
  queryOptions({
    queryKey: [library, 'moduleLanguages', path],
    queryFn: () =>
      answer(api.GET('/dm/translations/default{path}', { ...inVault, params: { path: { path } } })),
    staleTime: 0,
  })

/** A translation beside its original, as it is when its page opens: what is typed there follows from it. */
export const translationQuery = (path: string) =>
  queryOptions({
    queryKey: ['translation', path],
    queryFn: () =>
      answer(api.GET('/dm/translation/default{path}', { ...inVault, params: { path: { path } } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

interface NewTranslation {
  language: string
  techName: string
  infoName: string
  comment: string
  /** The change request that it belongs to. */
  changeRequestId?: string
}

/** Begins the translation of a module; it is checked out to the user. */
export async function createTranslation(path: string, body: NewTranslation): Promise<File> {
  const params = { path: { path } }
  const file = await answer(api.POST('/dm/translations/default{path}', { ...inVault, params, body }))
  refreshEditing()
  return file
}

/** Says that a version of the original is translated. */
export async function confirmTranslation(path: string, version: string): Promise<void> {
  const params = { path: { path } }
  await answer(api.POST('/dm/translation/default{path}', { ...inVault, params, body: { version } }))
  void queryClient.invalidateQueries({ queryKey: [library] })
}

/** Gives the translation to the browser as an XLIFF file. */
export const downloadXliff = (path: string, name: string): Promise<void> =>
  saveFile(`/dm/xliff/default${path.split('/').map(encodeURIComponent).join('/')}`, `${name}.xlf`)

/** Takes a translation from an XLIFF file into the user's draft, if all of it fits. */
export async function uploadXliff(path: string, tab: string, file: Blob): Promise<XliffReport> {
  const report = await answer(
    unhurried.POST('/dm/upload4Translation/default{path}', {
      ...inVault,
      params: { path: { path }, query: { tab } },
      // The description of the call knows a body of bytes only as a list of numbers.
      body: [],
      bodySerializer: () => file,
      headers: { 'Content-Type': 'application/xliff+xml' },
    }),
  )
  refreshEditing()
  return report
}
