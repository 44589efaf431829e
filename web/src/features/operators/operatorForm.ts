import type { Aircraft, Operator } from '@/api/types'
import { keepTyped, type Merges, mergeRows } from '@/lib/keepTyped'
import { languageOfTag, languageTag } from '@/lib/regions'

export interface OperatorForm {
  code: string
  name: string
  country: string
  /** A data URL, '' for none. */
  logo: string
  /** Tags such as `en-US`. */
  languages: string[]
  extensionProducer: string
  extensionCode: string
  aircraft: Aircraft[]
}

export const defaultExtensionProducer = 'F0210'

export const emptyAircraft: Aircraft = {
  registration: '',
  serialNumber: '',
  model: '',
  productAttributes: [],
}

export const emptyForm: OperatorForm = {
  code: '',
  name: '',
  country: '',
  logo: '',
  languages: [],
  extensionProducer: defaultExtensionProducer,
  extensionCode: '',
  aircraft: [],
}

export function formOf(operator: Operator): OperatorForm {
  return {
    code: operator.code,
    name: operator.name,
    country: operator.country,
    logo: operator.logo ?? '',
    languages: operator.languages.map(languageTag),
    extensionProducer: operator.extensionProducer,
    extensionCode: operator.extensionCode,
    aircraft: operator.aircraft,
  }
}

const mergeAttributes = mergeRows<Aircraft['productAttributes'][number]>(({ name }) => name, keepTyped)

/** Changes of two people to different aircraft or languages do not conflict. */
export const merges: Merges<OperatorForm> = {
  languages: mergeRows<string>(
    (tag) => tag,
    (_opened, typed) => typed,
  ),
  aircraft: mergeRows<Aircraft>(
    ({ registration }) => registration.trim().toUpperCase(),
    (opened, typed, current) => keepTyped(opened, typed, current, { productAttributes: mergeAttributes }),
  ),
}

export function bodyOf(form: OperatorForm) {
  const { logo, languages, ...rest } = form
  return { ...rest, logo: logo === '' ? undefined : logo, languages: languages.map(languageOfTag) }
}
