import type { FindReplacements, ReplacementRequest } from '@/api/types'

/** A search for text to replace; the address has all of it. */
export interface ReplaceForm {
  find: string
  replace: string
  matchCase: boolean
  wholeWords: boolean
  withData: boolean
  /** Paths of manuals. */
  manuals: readonly string[]
  language: string
  contentType: string
  onlyMine: boolean
}

export type FormErrors = Partial<Record<'find' | 'manuals', 'missing'>>

const flags = { matchCase: 'case', wholeWords: 'words', withData: 'data', onlyMine: 'mine' } as const

export function readForm(params: URLSearchParams): ReplaceForm {
  const has = (name: string) => params.get(name) === 'yes'
  return {
    find: params.get('find') ?? '',
    replace: params.get('with') ?? '',
    matchCase: has(flags.matchCase),
    wholeWords: has(flags.wholeWords),
    withData: has(flags.withData),
    // An address that was written by hand may name one twice.
    manuals: [...new Set(params.getAll('manual'))],
    language: params.get('language') ?? '',
    contentType: params.get('type') ?? '',
    onlyMine: has(flags.onlyMine),
  }
}

export function writeForm(form: ReplaceForm): URLSearchParams {
  const params = new URLSearchParams()
  for (const manual of form.manuals) params.append('manual', manual)
  params.set('find', form.find)
  // An empty text is written too: it says that the search was started, and deletes what is found.
  params.set('with', form.replace)
  if (form.matchCase) params.set(flags.matchCase, 'yes')
  if (form.wholeWords) params.set(flags.wholeWords, 'yes')
  if (form.withData) params.set(flags.withData, 'yes')
  if (form.onlyMine) params.set(flags.onlyMine, 'yes')
  if (form.language !== '') params.set('language', form.language)
  if (form.contentType !== '') params.set('type', form.contentType)
  return params
}

/** Whether the address asks for a search, not only for a filled form. */
export function isStarted(params: URLSearchParams): boolean {
  return params.has('with') && Object.keys(errorsOf(readForm(params))).length === 0
}

export function errorsOf({ find, manuals }: ReplaceForm): FormErrors {
  return {
    ...(find.trim() === '' && { find: 'missing' }),
    ...(manuals.length === 0 && { manuals: 'missing' }),
  }
}

export function replacementOf({
  find,
  replace,
  matchCase,
  wholeWords,
  withData,
}: ReplaceForm): ReplacementRequest {
  return { find, replace, matchCase, wholeWords, withData }
}

export function requestOf(form: ReplaceForm): FindReplacements {
  return {
    replacement: replacementOf(form),
    manuals: [...form.manuals],
    onlyMine: form.onlyMine,
    ...(form.language !== '' && { language: form.language }),
    ...(form.contentType !== '' && { contentType: form.contentType }),
  }
}
