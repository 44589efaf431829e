import type { PublishJob } from '@/api/publications'
import type { Publication } from '@/api/types'

export const publishTypes = ['draft', 'readyForApprove'] as const
export const outputFormats = ['s1000d', 'ata2300', 'html', 'pdf', 'melData', 'tables'] as const
/** The languages of a printed book. */
export const bookLanguages = ['automatic', 'english', 'chinese', 'sideBySide', 'oneAfterTheOther'] as const
export const reviseTypes = ['complete', 'incremental'] as const
/** The profile with all content. */
export const allContent = 'All'

/** The publish dialog. */
export interface PublishForm {
  type: (typeof publishTypes)[number]
  revision: string
  formats: string[]
  reviseTypes: string[]
  profiles: string[]
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
  (type: PublishForm['type'], operator: string) =>
  (earlier: Pick<Publication, 'state' | 'operator'>): boolean =>
    (operator === '' || earlier.operator === operator) &&
    (['approved', 'superseded'].includes(earlier.state) ||
      (type === 'draft' && earlier.state !== 'withdrawn'))

/** Whether a package of changes is wanted: everything but packages is always whole. */
export const isIncremental = ({
  formats,
  reviseTypes: kinds,
}: Pick<PublishForm, 'formats' | 'reviseTypes'>) =>
  kinds.includes('incremental') && formats.some((format) => format === 's1000d' || format === 'ata2300')

/** The parameters of the job. */
export function parametersOf(
  form: PublishForm,
  manual: { csdbName: string; manualName: string; approvalRequired: string },
): Record<string, string | string[]> {
  return {
    ...manual,
    revision: form.revision.trim(),
    formats: form.formats,
    reviseTypes: form.reviseTypes,
    profiles: form.profiles,
    operator: form.operator,
    ...(form.formats.includes('pdf') ? { bookLanguages: form.bookLanguages } : {}),
    ...(isIncremental(form) && form.since !== '' ? { since: form.since } : {}),
    ...(form.changeRequestId === '' ? {} : { changeRequestId: form.changeRequestId }),
    ...(form.validFrom === '' && form.validUntil === ''
      ? {}
      : { validFrom: form.validFrom, validUntil: form.validUntil }),
  }
}

const remembered = 'airfolio.publish'

/** The formats, revise types and operator that were chosen last in this browser. */
export function lastChoices(): Partial<PublishForm> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(remembered) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const words = (name: string, known: readonly string[]) => {
      const list: unknown = Reflect.get(kept, name)
      return Array.isArray(list) ? known.filter((word) => list.includes(word)) : []
    }
    const operator: unknown = Reflect.get(kept, 'operator')
    const [formats, kinds] = [words('formats', outputFormats), words('reviseTypes', reviseTypes)]
    return {
      // What an older version kept may be unknown by now.
      ...(formats.length > 0 ? { formats } : {}),
      ...(kinds.length > 0 ? { reviseTypes: kinds } : {}),
      ...(typeof operator === 'string' ? { operator } : {}),
    }
  } catch {
    return {}
  }
}

export function rememberChoices({ formats, reviseTypes: kinds, operator }: PublishForm): void {
  localStorage.setItem(remembered, JSON.stringify({ formats, reviseTypes: kinds, operator }))
}
