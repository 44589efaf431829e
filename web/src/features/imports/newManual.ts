import type { Job, Package } from '@/api/types'
import {
  defaultManualType,
  emptyManual,
  type ManualForm,
  type ManualTypeChoice,
  typesFor,
} from '@/lib/library/manualForm'

/** The values of a new manual that the package suggests. */
export interface ManualDefaults {
  /** The type by its code where the package names one, else the title of its publication. */
  kind: string
  model: string
  /** The first is the one it is written in. */
  languages: readonly string[]
  contentTypes: Readonly<Record<string, number>>
}

export function defaultsFrom(
  { summary }: Pick<Package, 'summary'>,
  { outputMap }: Pick<Job, 'outputMap'>,
): ManualDefaults {
  return {
    kind: outputMap.manual ?? '',
    model: summary?.model ?? '',
    languages: summary?.languages ?? [],
    contentTypes: summary?.contentTypes ?? {},
  }
}

/** The models to choose from: that of the package first, also where the database does not offer it. */
export function modelsWith(model: string, offered: readonly string[]): string[] {
  return [...new Set(model === '' ? offered : [model, ...offered])]
}

/** The type of a new database for a package; empty, so that it is asked for, where none is called as its model. */
export function csdbTypeFor(model: string, types: readonly { code: string }[]): string {
  return types.find(({ code }) => code.toLowerCase() === model.toLowerCase())?.code ?? ''
}

/** A new manual for a package, as far as the package says; `models` begin with its own. */
export function manualFor(
  told: ManualDefaults,
  models: readonly string[],
  types: readonly ManualTypeChoice[],
  languages: readonly string[],
): ManualForm {
  const translations = told.languages.slice(1)
  return {
    ...emptyManual(models),
    manualType: typeFor(told, typesFor('OEM', types)),
    translationLanguages: languages.filter((tag) => translations.includes(tag)),
  }
}

/** The type that the package names, or its title does; a package of procedures is a maintenance manual. */
function typeFor({ kind, contentTypes }: ManualDefaults, types: readonly ManualTypeChoice[]): string {
  const text = kind.toLowerCase()
  const words = text.split(/[^\p{L}\p{N}]+/u)
  const named =
    types.find(({ code }) => words.includes(code.toLowerCase())) ??
    // "Master minimum equipment list" holds the name of another type as well: the longest is meant.
    types
      .filter(({ name }) => text.includes(name.toLowerCase()))
      .sort((a, b) => b.name.length - a.name.length)[0]
  const maintenance = contentTypes.proced ? types.find(({ code }) => code === 'AMM') : undefined
  return (named ?? maintenance)?.code ?? defaultManualType
}
