import type { Auditor } from '@/api/types'
import { lastDayBefore, startOfDay } from '../day'

export interface AuditorForm {
  account: string
  email: string
  displayName: string
  /** The last day, `yyyy-MM-dd`. */
  until: string
  collectionIds: string[]
  manualPaths: string[]
}

export const emptyAuditor: AuditorForm = {
  account: '',
  email: '',
  displayName: '',
  until: '',
  collectionIds: [],
  manualPaths: [],
}

export function formOf({ user, collections, manualPaths }: Auditor): AuditorForm {
  return {
    account: user.account,
    email: user.email,
    displayName: user.displayName,
    until: lastDayBefore(user.guestUntil),
    collectionIds: collections.map(({ id }) => id),
    manualPaths: [...manualPaths],
  }
}

/** The auditor's access, for the server: the account ends with its last day. */
export function accessOf({ until, collectionIds, manualPaths }: AuditorForm) {
  return { until: startOfDay(until, 1) ?? '', collectionIds, manualPaths }
}
