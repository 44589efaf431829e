/** The default values (specification, section 9). */
export const defaultManualType = 'MEL'
export const defaultCsdbType = 'H160'
/** Stands in for a model where a manual is about no aircraft. */
export const aircraftUnrelatedCode = 'ATA2300'
export const defaultExtensionProducer = 'F0210'

export type YesNo = 'yes' | 'no'

export interface DatabaseForm {
  folderName: string
  aliasName: string
  csdbType: string
}

export interface ManualForm {
  folderName: string
  aliasName: string
  withOem: 'OEM' | 'noOem'
  manualType: string
  aircraftRelated: YesNo
  modelIdentCode: string
  approvalRequired: YesNo
  /** Tags such as `zh-CN`. */
  translationLanguages: string[]
}

export interface ManualTypeChoice {
  code: string
  name: string
  /** Written by the operator, without an OEM. */
  selfEditing: boolean
}

/** The aircraft among the codes a database offers. */
export function modelsAmong(codes: readonly string[]): string[] {
  return codes.filter((code) => code !== aircraftUnrelatedCode)
}

export const emptyDatabase: DatabaseForm = { folderName: '', aliasName: '', csdbType: defaultCsdbType }

export function emptyManual(models: readonly string[]): ManualForm {
  return {
    folderName: '',
    aliasName: '',
    withOem: 'OEM',
    manualType: defaultManualType,
    aircraftRelated: models.length > 0 ? 'yes' : 'no',
    modelIdentCode: models[0] ?? aircraftUnrelatedCode,
    approvalRequired: 'yes',
    translationLanguages: [],
  }
}

/** Without an OEM a manual is self-edited, about no aircraft and needs no approval; with one it has the defaults. */
export function withOemChoice(
  form: ManualForm,
  withOem: ManualForm['withOem'],
  types: readonly ManualTypeChoice[],
  defaults: Pick<ManualForm, 'manualType' | 'aircraftRelated' | 'modelIdentCode' | 'approvalRequired'>,
): ManualForm {
  if (withOem === 'OEM') {
    const { manualType, aircraftRelated, modelIdentCode, approvalRequired } = defaults
    return { ...form, withOem, manualType, aircraftRelated, modelIdentCode, approvalRequired }
  }
  const manualType = types.find(({ selfEditing }) => selfEditing)?.code ?? form.manualType
  return { ...withAircraftChoice({ ...form, withOem, manualType }, 'no', []), approvalRequired: 'no' }
}

export function withAircraftChoice(
  form: ManualForm,
  aircraftRelated: YesNo,
  models: readonly string[],
): ManualForm {
  const model = aircraftRelated === 'yes' ? (models[0] ?? '') : aircraftUnrelatedCode
  return { ...form, aircraftRelated, modelIdentCode: model }
}

/** The types that fit the choice: a manual of an OEM is never self-edited, one without an OEM always. */
export function typesFor(
  withOem: ManualForm['withOem'],
  types: readonly ManualTypeChoice[],
): ManualTypeChoice[] {
  return types.filter(({ selfEditing }) => selfEditing === (withOem === 'noOem'))
}

/** Attributes are lists on the wire, also those of one value. */
export function manualPayload(csdbName: string, form: ManualForm) {
  return {
    csdbName: [csdbName],
    manualName: [form.folderName],
    aliasName: [form.aliasName],
    manualType: [form.manualType],
    withOem: [form.withOem === 'OEM' ? 'true' : 'false'],
    aircraftRelated: [form.aircraftRelated],
    modelIdentCode: [form.modelIdentCode],
    approvalRequired: [form.approvalRequired],
    translationLanguages: form.translationLanguages,
    autoCreateProfile: ['yes'],
    initProfile: ['All'],
    extensionCode: [],
    extensionProducer: [defaultExtensionProducer],
  }
}

export function databasePayload({ folderName, aliasName, csdbType }: DatabaseForm) {
  return { csdbName: [folderName], aliasName: [aliasName], csdbType: [csdbType] }
}
