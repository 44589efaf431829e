import i18next from 'i18next'
import type { Job, JobError } from '@/api/types'
import { jobTitle } from '@/lib/jobTitle'
import { currentStep, withCauses } from './job'
import { stepTitle } from './words'

export interface Failure {
  title: string
  step: string | undefined
  detail: string | undefined
}

interface TitleRule {
  titleKey: string
  /** The server's message keys, without what they all begin with. */
  keys: readonly string[]
  /** For errors that come without a key of ours; a group named `file` goes into the title. */
  text: RegExp
  /** Says nothing without the name of a file. */
  needsFile?: true
}

const xmlFile = String.raw`(?<file>[^\s'"()/\\]+\.xml)`

/** The titles of the specification, section 8, in the order in which they are tried. */
const titleRules: readonly TitleRule[] = [
  { titleKey: 'jobs.failure.forbidden', keys: ['forbidden'], text: /no permission|forbidden|access denied/i },
  { titleKey: 'jobs.failure.unzip', keys: ['unzip'], text: /unzip|not a zip/i },
  {
    titleKey: 'jobs.failure.packageFile',
    keys: ['organization'],
    text: /(unsupported|missing) package file|package organi[sz]ation file/i,
  },
  { titleKey: 'jobs.failure.checkedOut', keys: ['checkedOut'], text: /already.?checked.?out/i },
  {
    titleKey: 'jobs.failure.validation',
    keys: ['validation'],
    text: new RegExp(`validation error.*?${xmlFile}`, 'is'),
    needsFile: true,
  },
  {
    titleKey: 'jobs.failure.fileMissing',
    keys: ['dm'],
    text: new RegExp(`(?:file.?not.?found|no.?such.?file|missing.?file).*?${xmlFile}`, 'is'),
    needsFile: true,
  },
  { titleKey: 'jobs.failure.statusList', keys: ['statusList'], text: /pm.?ident/i },
  { titleKey: 'jobs.failure.pmMissing', keys: ['pm'], text: /analysis.?package/i },
  {
    titleKey: 'jobs.failure.icnMissing',
    keys: ['icn'],
    text: /(?<file>[^\s'"()/\\]+\.svg).*mime.?type|svg.*mime.?type|mime.?type.*svg/is,
    needsFile: true,
  },
  { titleKey: 'jobs.failure.applicability', keys: ['applicabilityReference'], text: /addAsset/ },
  {
    titleKey: 'jobs.failure.dmMissing',
    keys: ['dmReference'],
    text: /\bdm\b.*not found in (the )?package/i,
  },
  { titleKey: 'jobs.failure.pm', keys: ['pmMissing'], text: /pm \/ ps is missing/i },
  {
    titleKey: 'jobs.failure.notReferenced',
    keys: ['applicabilityNotReferenced'],
    text: /\b(act|pct|cct)\b.*not referenced/i,
  },
  { titleKey: 'jobs.failure.inconsistent', keys: ['applicability'], text: /incons\w+.*\b(act|pct|cct)\b/i },
  { titleKey: 'jobs.failure.icnFormat', keys: ['icnFormat'], text: /unsupported icn/i },
  { titleKey: 'jobs.failure.blocked', keys: ['package'], text: /package can ?not be imported/i },
]

/** The message for a job of this name when its error code is unknown. */
const defaultTitleKeys: Record<string, string> = {
  exportQuickAta2300: 'jobs.failure.draftPublish',
  universalPreImport: 'jobs.failure.upload',
}

const anyDefaultKey = 'jobs.failure.task'

/** Title, step and detail of a failed job, in the user's language. */
export function failureOf(job: Pick<Job, 'jobName' | 'status' | 'errorList' | 'stepProgressList'>): Failure {
  const t = (key: string, values?: Record<string, unknown>) => i18next.t(key, values)
  const errors = job.errorList.flatMap(withCauses)
  const found = firstTitle(errors)
  const titleKey = found?.titleKey ?? defaultTitleKeys[job.jobName] ?? anyDefaultKey
  const title = t(titleKey, { job: jobTitle(t, job.jobName), file: found?.file ?? '' })
  const [first] = job.errorList
  const step = first?.step ?? currentStep(job)
  const root = first && withCauses(first).at(-1)
  const detail = root && (root.localizedMessage || root.message)
  return {
    title,
    step: step === undefined ? undefined : stepTitle(t, step),
    // The server may have found the same words.
    detail: detail === title ? undefined : detail,
  }
}

interface FoundTitle {
  titleKey: string
  file: string | undefined
}

function firstTitle(errors: readonly JobError[]): FoundTitle | undefined {
  return firstOf(errors, byKey) ?? firstOf(errors, byText)
}

function firstOf(
  errors: readonly JobError[],
  fileBy: (rule: TitleRule, error: JobError) => { file: string | undefined } | undefined,
): FoundTitle | undefined {
  for (const error of errors) {
    for (const rule of titleRules) {
      const found = fileBy(rule, error)
      if (found && (found.file || !rule.needsFile)) return { titleKey: rule.titleKey, file: found.file }
    }
  }
  return undefined
}

function byKey({ keys }: TitleRule, { messageKey, message }: JobError) {
  return keys.some((key) => messageKey === `job.failed.${key}`) ? { file: fileIn(message) } : undefined
}

function byText({ text }: TitleRule, { message }: JobError) {
  const match = text.exec(message)
  return match ? { file: match.groups?.file ?? fileIn(message) } : undefined
}

/** The first name in a message that looks like a file's, or like the code by which one is known. */
function fileIn(message: string): string | undefined {
  const file = /[^\s'"():/\\]+\.(?:xml|svg|cgm|png|jpe?g|gif|tiff?|swf|zip)\b/i.exec(message)
  return (file ?? /\b(?:DMC|DME|PMC|PME|ICN|DML|DDN)-[\w-]+/i.exec(message))?.[0]
}
