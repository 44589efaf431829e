import type { CheckInRequest, File } from '@/api/types'

/** Work on top of the last issue, or the next issue. */
type IssueStep = 'inWork' | 'full'

export interface CheckInForm {
  comment: string
  step: IssueStep
  issueDate: string
  issueType: string
  reasonText: string
  reasonType: string
  highlight: boolean
  markChanges: boolean
  /** Undefined until somebody chooses: then the one that the module belongs to is proposed. Empty for none. */
  changeRequestId: string | undefined
  /** The module may belong to another open change request too. */
  shareModule: boolean
}

const today = () => new Date().toLocaleDateString('sv-SE')

export const emptyForm = (): CheckInForm => ({
  comment: '',
  step: 'inWork',
  issueDate: today(),
  issueType: '',
  reasonText: '',
  reasonType: 'urt01',
  highlight: false,
  markChanges: false,
  changeRequestId: undefined,
  shareModule: false,
})

/** `proposed` is the id of the change request that the module belongs to. */
export function requestOf(sha256: string, form: CheckInForm, proposed?: string): CheckInRequest {
  const reason = form.reasonText.trim()
  return {
    sha256,
    comment: form.comment.trim(),
    step: form.step,
    issueDate: form.issueDate || undefined,
    issueType: form.issueType || undefined,
    reason: reason ? { text: reason, type: form.reasonType, highlight: form.highlight } : undefined,
    changeRequestId: (form.changeRequestId ?? proposed) || undefined,
    shareModule: form.shareModule || undefined,
    markChanges: form.markChanges || undefined,
  }
}

type Issue = Pick<File, 'issueNumber' | 'inWork'>

/** The issue that a check-in gives, as `003-00`: one that no version has yet. Undefined for files that are issued by date. */
export function nextIssue(
  { issueNumber, inWork }: Issue,
  versions: readonly Issue[],
  step: IssueStep,
): string | undefined {
  if (issueNumber === '') return undefined
  const after = (numbers: readonly string[], width: number) =>
    String(Math.max(...numbers.map(Number)) + 1).padStart(width, '0')
  if (step === 'full') {
    return `${after([issueNumber, ...versions.map((each) => each.issueNumber)], issueNumber.length)}-00`
  }
  const same = versions.filter((each) => each.issueNumber === issueNumber)
  return `${issueNumber}-${after([inWork, ...same.map((each) => each.inWork)], 2)}`
}
