import type { Csdb, Manual } from '@/api/types'

/** A database or a manual: what the folder tree and its dialogs deal with. */
export type Folder = Csdb | Manual

export function isManual(folder: Folder): folder is Manual {
  return 'lanes' in folder
}

/** The first value of an attribute, '' when it has none; attributes are lists on the wire. */
export function attribute(folder: Folder, name: string): string {
  return folder.attributeMap[name]?.[0] ?? ''
}

export function attributes(folder: Folder, name: string): string[] {
  return folder.attributeMap[name] ?? []
}

/** The alias, or the name where there is none. */
export function displayName(folder: Folder): string {
  return attribute(folder, 'aliasName') || folder.name
}

export function isTrue(folder: Folder, name: string): boolean {
  return ['true', 'yes'].includes(attribute(folder, name))
}

/** The name of the database a manual stands in. */
export function databaseOf(manual: Manual): string {
  return attribute(manual, 'csdbName')
}

/** Paths are compared without regard to case, as the server does. */
export function isSamePath(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase()
}
