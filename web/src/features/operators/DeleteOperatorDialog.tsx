import { Trans, useTranslation } from 'react-i18next'
import type { Operator } from '@/api/types'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'
import { useDeleteOperator } from './queries'

export function DeleteOperatorDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useDeleteOperator()
  const confirm = () =>
    remove.mutate(operator.code, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('operators.deleted') })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={t('operators.deleteTitle')}
      confirmText={t('operators.delete')}
      busyText={t('operators.deleting')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <Trans i18nKey="operators.deleteQuestion" values={{ name: operator.name, code: operator.code }}>
          <strong />
        </Trans>
      </p>
      <p className="mb-0">{t('operators.deleteFinal', { count: operator.aircraft.length })}</p>
    </ConfirmDialog>
  )
}
