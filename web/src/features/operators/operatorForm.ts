import type { Aircraft, Operator } from '@/api/types'
import { languageOfTag, languageTag } from './regions'

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

export function bodyOf(form: OperatorForm) {
  const { logo, languages, ...rest } = form
  return { ...rest, logo: logo === '' ? undefined : logo, languages: languages.map(languageOfTag) }
}
