import type { TFunction } from 'i18next'

/** Why a place in the contents is not for the chosen aircraft; `appliesTo` is what the contents themselves say of it. */
export function notApplying(t: TFunction, appliesTo: string | undefined): string {
  return appliesTo ? t('library.notApplyingPlace', { appliesTo }) : t('library.notApplying')
}
