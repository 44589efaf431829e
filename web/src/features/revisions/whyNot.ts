import type { RevisionDetail } from '@/api/types'

type Translate = (key: string) => string

/** Why to-dos of a revision cannot be changed. Those of a confirmation that was undone are history. */
export function whyNotEdit({ state, mayEdit }: RevisionDetail, t: Translate): string | undefined {
  if (state !== 'confirmed') return t('revisions.notConfirmed')
  return mayEdit ? undefined : t('revisions.mayNotEdit')
}

/** Why nothing can be decided about the modules of a confirmed revision. */
export function whyNotDecide({ state, mayDecide }: RevisionDetail, t: Translate): string | undefined {
  if (state !== 'confirmed') return t('revisions.notConfirmed')
  return mayDecide ? undefined : t('revisions.mayNotDecide')
}
