import { href, type ManualQuery, paths } from '@/lib/paths'

/** The key of an object, as its path ends with it: `/H160/MEL/DMC-…_en-US.XML` is of `DMC-…_en-US`. */
export function keyOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.XML$/i, '')
}

const moduleKinds: readonly string[] = ['dm', 'act', 'cct', 'pct', 'brex', 'repository', 'container']

/** Whether objects of a kind are data modules, which the reader shows as pages. */
export const isModuleKind = (kind: string): boolean => moduleKinds.includes(kind)

/** The path of a manual's object in the vault. */
export function objectPath(manualPath: string, key: string): string {
  return `${manualPath}/${key}.XML`
}

/** The page of an object of any manual; undefined for an object of no manual, such as a picture. */
export function objectPage(path: string, query: ManualQuery = {}): string | undefined {
  const [, database, manual, ...rest] = path.split('/')
  if (!database || !manual || rest.length === 0 || manual === 'MULTIMEDIA') return undefined
  return paths.manual(database, manual, { dm: keyOf(path), ...query })
}

/** The page of a media file, open at its details or at the modules that use it. */
export function mediaPage(path: string, part?: 'uses'): string {
  const [, database = '', , ...name] = path.split('/')
  return paths.media(database, { file: name.join('/'), part })
}

/** The same as a link. */
export function objectHref(path: string, query: ManualQuery = {}): string | undefined {
  const page = objectPage(path, query)
  return page && href(page)
}

/** The language at the end of a key: `en-US` in `DMC-…_en-US`. */
export function languageIn(key: string | undefined): string | undefined {
  return /_([a-z]{2,3}-[A-Z]{2})$/.exec(key ?? '')?.[1]
}

/** The key without its language. */
export function codeIn(key: string): string {
  return key.replace(/_[a-z]{2,3}-[A-Z]{2}$/, '')
}
