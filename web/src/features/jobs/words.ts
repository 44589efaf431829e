import i18next from 'i18next'
import type { Job } from '@/api/types'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** What people call a job; one we have no word for goes by its name on the wire. */
export function jobTitle(t: Translate, jobName: string): string {
  return known(`jobs.name.${wordOf(jobName)}`) ? t(`jobs.name.${wordOf(jobName)}`) : jobName
}

export function kindTitle(t: Translate, kind: NonNullable<Job['kind']>): string {
  return known(`jobs.kind.${kind}`) ? t(`jobs.kind.${kind}`) : kind
}

export function stepTitle(t: Translate, step: string): string {
  return known(`jobs.step.${step}`) ? t(`jobs.step.${step}`) : step
}

const known = (key: string) => i18next.exists(key)

/** Braces would be taken for a value to fill in. */
const wordOf = (jobName: string) => (jobName === '{hash}' ? 'hash' : jobName)
