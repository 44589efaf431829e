import type { PublishJob } from '@/api/publications'
import type { Publication, PublishChoices, PublishPreset } from '@/api/types'

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

/** The available choices: choices that were remembered may be gone. */
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

/** The others, which are published for. */
export const presentTargets = (
  { profiles, aircraft }: Pick<PublishForm, 'profiles' | 'aircraft'>,
  known: KnownTargets,
) => ({
  profiles: profiles.filter((name) => name === allContent || known.profiles.includes(name)),
  aircraft: aircraft.filter((registration) => known.aircraft.includes(registration)),
})

/** The parameters of the job. */
export function parametersOf(
  form: PublishForm,
  manual: { csdbName: string; manualName: string; approvalRequired: string },
  known: KnownTargets,
): Record<string, string | string[]> {
  const { profiles, aircraft } = presentTargets(form, known)
  const languages = known.languages.filter((language) => !form.leftOutLanguages.includes(language))
  const isLimited = form.type === 'draft' && languages.length < known.languages.length
  return {
    ...manual,
    revision: form.revision.trim(),
    formats: form.formats,
    reviseTypes: form.reviseTypes,
    profiles,
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

/** The choices of the form that a preset keeps. */
export const choicesOf = ({
  type,
  formats,
  reviseTypes: kinds,
  profiles,
  aircraft,
  leftOutLanguages,
  bookLanguages: book,
  operator,
}: PublishForm): PublishChoices => ({
  type,
  formats,
  reviseTypes: kinds,
  profiles,
  aircraft,
  leftOutLanguages,
  bookLanguages: book,
  operator,
})

/** The choices of a preset. What this version does not offer is left out. */
export function formOf({ choices }: Pick<PublishPreset, 'choices'>): Partial<PublishForm> {
  const formats = outputFormats.filter((one) => choices.formats.includes(one))
  const kinds = reviseTypes.filter((one) => choices.reviseTypes.includes(one))
  const book = bookLanguages.find((one) => one === choices.bookLanguages)
  const { profiles, aircraft, leftOutLanguages, operator } = choices
  return {
    type: publishTypes.find((one) => one === choices.type) ?? 'draft',
    ...(formats.length > 0 ? { formats } : {}),
    ...(kinds.length > 0 ? { reviseTypes: kinds } : {}),
    ...(book ? { bookLanguages: book } : {}),
    profiles,
    aircraft,
    leftOutLanguages,
    operator,
  }
}

/** The last choices. A publication that is not a draft is always chosen anew. */
export function lastChosen(presets: readonly PublishPreset[]): Partial<PublishForm> {
  const last = presets.find(({ name }) => name === '')
  return last ? { ...formOf(last), type: 'draft' } : {}
}
