import i18next from 'i18next'
import type { Job } from '@/api/types'

type Translate = (key: string, values?: Record<string, unknown>) => string

export function kindTitle(t: Translate, kind: NonNullable<Job['kind']>): string {
  return known(`jobs.kind.${kind}`) ? t(`jobs.kind.${kind}`) : kind
}

export function stepTitle(t: Translate, step: string): string {
  return known(`jobs.step.${step}`) ? t(`jobs.step.${step}`) : step
}

const known = (key: string) => i18next.exists(key)
