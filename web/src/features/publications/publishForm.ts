import type { PublishJob } from '@/api/publications'
import type { Publication } from '@/api/types'

export const publishTypes = ['draft', 'readyForApprove'] as const
export const outputFormats = ['s1000d', 'ata2300', 'html', 'pdf', 'melData', 'tables'] as const
/** The languages of a printed book. */
export const bookLanguages = ['automatic', 'english', 'chinese', 'sideBySide', 'oneAfterTheOther'] as const
export const reviseTypes = ['complete', 'incremental'] as const
/** The profile with all content. */
export const allContent = 'All'
/** Profiles and aircraft that one publication can have files for. */
export const mostTargets = 10

/** The publish dialog. */
export interface PublishForm {
  type: (typeof publishTypes)[number]
  revision: string
  formats: string[]
  reviseTypes: string[]
  profiles: string[]
  /** Registrations of aircraft of the operator. */
  aircraft: string[]
  /** Languages that a draft does without. */
  leftOutLanguages: string[]
  bookLanguages: string
  operator: string
  /** The publication that an incremental package starts from; empty for the last approved one. */
  since: string
  /** The change request that the publication belongs to; empty for none. */
  changeRequestId: string
  /** The days of a temporary revision; both empty for a permanent one. */
  validFrom: string
  validUntil: string
}

export const emptyForm: PublishForm = {
  type: 'draft',
  revision: '',
  formats: ['s1000d'],
  reviseTypes: ['complete'],
  profiles: [allContent],
  aircraft: [],
  leftOutLanguages: [],
  bookLanguages: 'automatic',
  operator: '',
  since: '',
  changeRequestId: '',
  validFrom: '',
  validUntil: '',
}

export const jobOf = ({ type }: PublishForm): PublishJob =>
  type === 'draft' ? 'exportQuickAta2300' : 'exportApproveAta2300'

/** Whether an incremental package may start from a publication: its receiver has it. Only drafts start from drafts. */
export const isBaseFor =
  ({
    type,
    operator,
    profiles,
    aircraft,
  }: Pick<PublishForm, 'type' | 'operator' | 'profiles' | 'aircraft'>) =>
  (earlier: Pick<Publication, 'state' | 'operator' | 'profiles' | 'aircraft'>): boolean =>
    (operator === '' || earlier.operator === operator) &&
    // Files for others have other content.
    profiles.every((name) => earlier.profiles.includes(name)) &&
    aircraft.every((name) => earlier.aircraft.includes(name)) &&
    (['approved', 'superseded'].includes(earlier.state) ||
      (type === 'draft' && earlier.state !== 'withdrawn'))

/** Whether a package of changes is wanted: everything but packages is always whole. */
export const isIncremental = ({
  formats,
  reviseTypes: kinds,
}: Pick<PublishForm, 'formats' | 'reviseTypes'>) =>
  kinds.includes('incremental') && formats.some((format) => format === 's1000d' || format === 'ata2300')

/** What can be chosen: choices that were remembered may be gone. */
export interface KnownTargets {
  profiles: readonly string[]
  aircraft: readonly string[]
  languages: readonly string[]
}

/** Chosen profiles and aircraft that are no longer there. They are not published for. */
export const goneTargets = (
  { profiles, aircraft }: Pick<PublishForm, 'profiles' | 'aircraft'>,
  known: KnownTargets,
): string[] => [
  ...profiles.filter((name) => name !== allContent && !known.profiles.includes(name)),
  ...aircraft.filter((registration) => !known.aircraft.includes(registration)),
]

/** The parameters of the job. */
export function parametersOf(
  form: PublishForm,
  manual: { csdbName: string; manualName: string; approvalRequired: string },
  known: KnownTargets,
): Record<string, string | string[]> {
  const aircraft = form.aircraft.filter((registration) => known.aircraft.includes(registration))
  const languages = known.languages.filter((language) => !form.leftOutLanguages.includes(language))
  const isLimited = form.type === 'draft' && languages.length < known.languages.length
  return {
    ...manual,
    revision: form.revision.trim(),
    formats: form.formats,
    reviseTypes: form.reviseTypes,
    profiles: form.profiles.filter((name) => name === allContent || known.profiles.includes(name)),
    operator: form.operator,
    ...(aircraft.length > 0 ? { aircraft } : {}),
    ...(isLimited ? { languages } : {}),
    ...(form.formats.includes('pdf') ? { bookLanguages: form.bookLanguages } : {}),
    ...(isIncremental(form) && form.since !== '' ? { since: form.since } : {}),
    ...(form.changeRequestId === '' ? {} : { changeRequestId: form.changeRequestId }),
    ...(form.validFrom === '' && form.validUntil === ''
      ? {}
      : { validFrom: form.validFrom, validUntil: form.validUntil }),
  }
}

const storageKey = 'airfolio.publish'

/** Whom the manual was published for last in this browser. */
interface TargetChoices {
  manualPath: string
  profiles: string[]
  aircraft: string[]
  leftOutLanguages: string[]
}

/** Manuals whose targets are remembered. */
const mostManuals = 20

const textsOf = (of: object, name: string): string[] => {
  const list: unknown = Reflect.get(of, name)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

/** The remembered targets of manuals, the last one first. */
function targetsOf(kept: object): TargetChoices[] {
  const list: unknown = Reflect.get(kept, 'targets')
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const manualPath: unknown = Reflect.get(one, 'manualPath')
    if (typeof manualPath !== 'string') return []
    const profiles = textsOf(one, 'profiles')
    const aircraft = textsOf(one, 'aircraft')
    return [{ manualPath, profiles, aircraft, leftOutLanguages: textsOf(one, 'leftOutLanguages') }]
  })
}

function remembered(): object {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

/** What was chosen last in this browser: formats, revise types, operator, and the targets of the manual. */
export function lastChoices(manualPath: string): Partial<PublishForm> {
  const kept = remembered()
  const words = (name: string, known: readonly string[]) =>
    known.filter((word) => textsOf(kept, name).includes(word))
  const operator: unknown = Reflect.get(kept, 'operator')
  const [formats, kinds] = [words('formats', outputFormats), words('reviseTypes', reviseTypes)]
  const targets = targetsOf(kept).find((one) => one.manualPath === manualPath)
  return {
    // What an older version kept may be unknown by now.
    ...(formats.length > 0 ? { formats } : {}),
    ...(kinds.length > 0 ? { reviseTypes: kinds } : {}),
    ...(typeof operator === 'string' ? { operator } : {}),
    ...(targets && {
      profiles: targets.profiles,
      aircraft: targets.aircraft,
      leftOutLanguages: targets.leftOutLanguages,
    }),
  }
}

export function rememberChoices(form: PublishForm, manualPath: string): void {
  const { formats, reviseTypes: kinds, operator, profiles, aircraft, leftOutLanguages } = form
  const others = targetsOf(remembered()).filter((one) => one.manualPath !== manualPath)
  const targets = [{ manualPath, profiles, aircraft, leftOutLanguages }, ...others].slice(0, mostManuals)
  localStorage.setItem(storageKey, JSON.stringify({ formats, reviseTypes: kinds, operator, targets }))
}
