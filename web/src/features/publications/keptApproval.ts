export const approvalFields = [
  'approbationAuthority',
  'revisionDate',
  'approvedBy',
  'jobTitle',
  'approvalReference',
] as const

export type ApprovalForm = Record<(typeof approvalFields)[number], string>

export const emptyApproval: ApprovalForm = {
  approbationAuthority: '',
  revisionDate: '',
  approvedBy: '',
  jobTitle: '',
  approvalReference: '',
}

/** The entry of this tab for one person and one publication. */
const keyOf = (account: string, publication: string) => `airfolio.approval.${account}.${publication}`

/** The fields that a person filled in before they left for the sign-in page of their identity provider. */
export function keptApproval(account: string, publication: string): ApprovalForm | undefined {
  const text = sessionStorage.getItem(keyOf(account, publication))
  if (text === null) return undefined
  const values = { ...emptyApproval }
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null) return undefined
    for (const name of approvalFields) {
      const value: unknown = Reflect.get(kept, name)
      if (typeof value === 'string') values[name] = value
    }
  } catch {
    return undefined
  }
  return values
}

export function keepApproval(account: string, publication: string, values: ApprovalForm): void {
  try {
    sessionStorage.setItem(keyOf(account, publication), JSON.stringify(values))
  } catch {
    // The storage is full: who has to leave types them again.
  }
}

export function forgetApproval(account: string, publication: string): void {
  sessionStorage.removeItem(keyOf(account, publication))
}
