import type { ManualSystem } from '@/api/types'

/** A system as people say it: `21 Air conditioning`; projects have systems that only have a code. */
export function systemName({ code, title }: Pick<ManualSystem, 'code' | 'title'>): string {
  return title ? `${code} ${title}` : code
}
