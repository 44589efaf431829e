import type { ModuleOptions, NewModule } from '@/api/types'

/** The fields of the dialog; those of a code are texts as they stand in it. */
export interface NewModuleForm {
  kind: 'module' | 'publication'
  from: 'template' | 'copy'
  copyOf: string
  contentType: string
  issue: string
  model: string
  difference: string
  system: string
  subSystem: string
  subSubSystem: string
  assembly: string
  disassembly: string
  disassemblyVariant: string
  infoCode: string
  infoVariant: string
  location: string
  issuer: string
  number: string
  volume: string
  language: string
  /** `producer code` of a profile; empty for none. */
  extension: string
  techName: string
  infoName: string
  /** The path of a publication; empty for none. */
  publication: string
  /** The number of its section; empty for the publication itself, `lostSection` for one that is to be chosen again. */
  section: string
  /** Of the contents that the section was chosen from; empty until they are read. */
  sha256: string
  checkOut: boolean
  comment: string
  /** The id of a change request; empty for none. */
  changeRequestId: string
}

/** The contents were changed after a section was chosen: its number is that of another one. */
export const lostSection = 'lost'

/** The fields that make up the code of a data module. */
export const codeFields = [
  'model',
  'difference',
  'system',
  'subSystem',
  'subSubSystem',
  'assembly',
  'disassembly',
  'disassemblyVariant',
  'infoCode',
  'infoVariant',
  'location',
] as const

export type CodeField = (typeof codeFields)[number]

const codePattern =
  /^([A-Z0-9]{2,14})-([A-Z0-9]{1,4})-([A-Z0-9]{2,3})-([A-Z0-9])([A-Z0-9])-([A-Z0-9]{2}|[A-Z0-9]{4})-([A-Z0-9]{2})([A-Z0-9]{1,3})-([A-Z0-9]{3})([A-Z0-9])-([ABCDT])/i

/** The fields of a code, as in `DMC-NV-A-29-11-01-00A-040A-A`; undefined for other codes. */
export function readCode(code: string): Record<CodeField, string> | undefined {
  const parts = code.split('-')
  // Behind producer and extension of a customised copy; an extension may have hyphens of its own.
  const own = parts[0]?.toUpperCase() === 'DME' ? parts.slice(-8) : parts.slice(1)
  const found = codePattern.exec(own.join('-'))
  if (!found) return undefined
  const values = found.slice(1)
  const field = (name: CodeField) => values[codeFields.indexOf(name)] ?? ''
  return {
    model: field('model'),
    difference: field('difference'),
    system: field('system'),
    subSystem: field('subSystem'),
    subSubSystem: field('subSubSystem'),
    assembly: field('assembly'),
    disassembly: field('disassembly'),
    disassemblyVariant: field('disassemblyVariant'),
    infoCode: field('infoCode'),
    infoVariant: field('infoVariant'),
    location: field('location'),
  }
}

const publicationFields = ['model', 'issuer', 'number', 'volume'] as const

/** The fields of the code of a publication, as in `PMC-NV-F0210-00001-00`; undefined for other codes. */
export function readPublicationCode(
  code: string,
): Record<(typeof publicationFields)[number], string> | undefined {
  const parts = code.split('-')
  const [model, issuer, number, volume] = parts.slice(-publicationFields.length)
  if (!/^PM[CE]$/i.test(parts[0] ?? '') || parts.length <= publicationFields.length) return undefined
  if (!model || !issuer || !number || !volume) return undefined
  return { model, issuer, number, volume }
}

/** The name of the new module, as in `DMC-…-040A-A_en-US.XML`. */
export function moduleName(form: NewModuleForm): string {
  const of = form.kind === 'publication' ? 'PM' : 'DM'
  const prefix = form.extension === '' ? `${of}C` : `${of}E-${form.extension.replace(' ', '-')}`
  return `${prefix}-${codeText(form)}_${form.language}.XML`
}

function codeText(form: NewModuleForm): string {
  if (form.kind === 'publication') return [form.model, form.issuer, form.number, form.volume].join('-')
  return [
    form.model,
    form.difference,
    form.system,
    form.subSystem + form.subSubSystem,
    form.assembly,
    form.disassembly + form.disassemblyVariant,
    form.infoCode + form.infoVariant,
    form.location,
  ]
    .join('-')
    .toUpperCase()
}

const namePattern =
  /^(DMC|DME-[A-Z0-9]+-.+?)-[A-Z0-9]{2,14}-[A-Z0-9]{1,4}-[A-Z0-9]{2,3}-[A-Z0-9]{2}-([A-Z0-9]{2}|[A-Z0-9]{4})-[A-Z0-9]{3,5}-[A-Z0-9]{4}-[ABCDT]_|^(PMC|PME-[A-Z0-9]+-.+?)-[A-Z0-9]{2,14}-[A-Z0-9]{5}-[A-Z0-9]{5}-\d{2}_/i

/** Whether all parts of the code are there. */
export const isWholeName = (name: string) => namePattern.test(name)

/** The form of an empty manual, or one that begins where `copied` is. */
export function emptyModule(
  options: ModuleOptions,
  language: string,
  copied?: { path: string; code: string; language: string; techName: string; infoName: string },
): NewModuleForm {
  const publication = readPublicationCode(copied?.code ?? '')
  const { languages } = options
  const proposed = languages.includes(language) ? language : (languages[0] ?? language)
  return {
    kind: publication ? 'publication' : 'module',
    from: copied ? 'copy' : 'template',
    copyOf: copied?.path ?? '',
    contentType: 'descript',
    issue: options.issue,
    ...firstCode(options),
    ...readCode(copied?.code ?? ''),
    issuer: options.issuer,
    number: '00001',
    volume: '00',
    ...publication,
    language: copied?.language || proposed,
    extension: '',
    techName: copied?.techName ?? '',
    infoName: copied?.infoName ?? '',
    publication: '',
    section: '',
    sha256: '',
    checkOut: true,
    comment: '',
    changeRequestId: '',
  }
}

/** A code of the first subject of a manual. */
function firstCode(options: ModuleOptions): Record<CodeField, string> {
  const first = options.subjects[0]
  return {
    model: options.modelIdentCodes[0] ?? '',
    difference: options.systemDiffCodes[0] ?? 'A',
    system: first?.systemCode ?? '00',
    subSystem: first?.subSystemCode ?? '0',
    subSubSystem: first?.subSubSystemCode ?? '0',
    assembly: first?.assyCode ?? '00',
    disassembly: '00',
    disassemblyVariant: 'A',
    infoCode: '040',
    infoVariant: 'A',
    location: 'A',
  }
}

/** The body of the request. */
export function newModuleBody(form: NewModuleForm, manualPath: string): NewModule {
  const isCopy = form.from === 'copy'
  const isPublication = form.kind === 'publication'
  const begin = isCopy
    ? { copyOf: form.copyOf }
    : { contentType: isPublication ? 'pm' : form.contentType, issue: form.issue }
  const entry = form.section === '' ? {} : { entry: Number(form.section) }
  const isEntered = form.publication !== '' && !isPublication
  return {
    manualPath,
    techName: form.techName.trim(),
    infoName: isPublication ? '' : form.infoName.trim(),
    ...begin,
    checkOut: form.checkOut,
    comment: form.comment.trim(),
    changeRequestId: form.changeRequestId || undefined,
    ...(isEntered && { section: { publication: form.publication, sha256: form.sha256, ...entry } }),
  }
}
