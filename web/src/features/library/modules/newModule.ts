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
  /** The number of its section; empty for the publication itself. */
  section: string
  checkOut: boolean
  comment: string
}

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
  const own = copied && readCode(copied.code)
  const first = options.subjects[0]
  const languages = options.languages
  return {
    kind: 'module',
    from: copied ? 'copy' : 'template',
    copyOf: copied?.path ?? '',
    contentType: 'descript',
    issue: options.issue,
    model: own?.model ?? options.modelIdentCodes[0] ?? '',
    difference: own?.difference ?? options.systemDiffCodes[0] ?? 'A',
    system: own?.system ?? first?.systemCode ?? '00',
    subSystem: own?.subSystem ?? first?.subSystemCode ?? '0',
    subSubSystem: own?.subSubSystem ?? first?.subSubSystemCode ?? '0',
    assembly: own?.assembly ?? first?.assyCode ?? '00',
    disassembly: own?.disassembly ?? '00',
    disassemblyVariant: own?.disassemblyVariant ?? 'A',
    infoCode: own?.infoCode ?? '040',
    infoVariant: own?.infoVariant ?? 'A',
    location: own?.location ?? 'A',
    issuer: options.issuer,
    number: '00001',
    volume: '00',
    language: copied?.language || (languages.includes(language) ? language : (languages[0] ?? language)),
    extension: '',
    techName: copied?.techName ?? '',
    infoName: copied?.infoName ?? '',
    publication: '',
    section: '',
    checkOut: true,
    comment: '',
  }
}

/** What is sent; `sha256` belongs to the entries that the section was chosen from. */
export function newModuleBody(
  form: NewModuleForm,
  manualPath: string,
  sha256: string | undefined,
): NewModule {
  const isCopy = form.from === 'copy'
  const isPublication = form.kind === 'publication'
  const begin = isCopy
    ? { copyOf: form.copyOf }
    : { contentType: isPublication ? 'pm' : form.contentType, issue: form.issue }
  const entry = form.section === '' ? {} : { entry: Number(form.section) }
  const isEntered = form.publication !== '' && sha256 !== undefined && !isPublication
  return {
    manualPath,
    techName: form.techName.trim(),
    infoName: isPublication ? '' : form.infoName.trim(),
    ...begin,
    checkOut: form.checkOut,
    comment: form.comment.trim(),
    ...(isEntered && { section: { publication: form.publication, sha256, ...entry } }),
  }
}
