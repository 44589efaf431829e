import { useTranslation } from 'react-i18next'
import { Chip } from '@/ui/Chip'
import { type ChipLook, plainLook } from '../chipLook'

const looks: Record<string, ChipLook> = {
  merged: { tone: 'success', icon: 'success' },
  conflict: { tone: 'warning', icon: 'warning' },
  invalid: { tone: 'danger', icon: 'danger' },
  deletedByOem: { tone: 'warning', icon: 'trash' },
  deletedByUs: { tone: 'warning', icon: 'trash' },
  addedByBoth: { tone: 'warning', icon: 'add' },
  notText: { tone: 'info', icon: 'illustration' },
  checkedOut: { tone: 'warning', icon: 'checkOut' },
  edited: { tone: 'info', icon: 'edit' },
  reviewApplicability: { tone: 'warning', icon: 'filter' },
  copyElsewhere: { tone: 'warning', icon: 'copy' },
}

/** Why a module is among the to-dos. */
export function ReasonChip({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return <Chip {...(looks[reason] ?? plainLook)}>{t(`revisions.todos.reasonOf.${reason}`)}</Chip>
}
