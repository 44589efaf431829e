import i18next from 'i18next'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** The display name of a job; its wire name where there is none. */
export function jobTitle(t: Translate, jobName: string): string {
  return i18next.exists(`jobs.name.${wordOf(jobName)}`) ? t(`jobs.name.${wordOf(jobName)}`) : jobName
}

/** Braces would be taken for a value to fill in; a hash is the internal name of a batch of OEM changes. */
const wordOf = (jobName: string) => (/^(\{hash\}|[0-9a-f]{64})$/.test(jobName) ? 'hash' : jobName)
