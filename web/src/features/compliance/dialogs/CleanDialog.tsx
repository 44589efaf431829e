import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cleanReferences, goneReferencesQuery } from '@/api/compliance'
import { formatNumber } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'

interface CleanDialogProps {
  /** The collection, category or requirement whose references are looked at. */
  path: string
  onClose: () => void
}

/** Shows the references that lead nowhere, and deletes them. */
export function CleanDialog({ path, onClose }: CleanDialogProps) {
  const { t } = useTranslation()
  const query = useQuery(goneReferencesQuery(path))
  const clean = useMutation({ mutationFn: () => cleanReferences(path) })
  const finish = () => {
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const isEmpty = query.data?.references.length === 0
  return (
    <ConfirmDialog
      title={t('compliance.clean.open')}
      confirmText={t('compliance.clean.action')}
      busyText={t('compliance.delete.busy')}
      danger
      busy={clean.isPending}
      problem={clean.error?.message}
      closed={isEmpty || !query.data ? t('compliance.clean.nothing') : undefined}
      onConfirm={() => clean.mutate(undefined, { onSuccess: finish })}
      onClose={onClose}
    >
      <QueryFrame query={query} failedTitle={t('compliance.clean.failed')}>
        {({ references }) =>
          isEmpty ? (
            <p className="mb-0">{t('compliance.clean.nothing')}</p>
          ) : (
            <>
              <p>
                {t('compliance.clean.question', {
                  count: references.length,
                  figure: formatNumber(references.length),
                })}
              </p>
              <ul>
                {references.map(({ id, policyItemCode, target, manualPath, quote }) => (
                  <li key={id}>
                    <strong>{policyItemCode}</strong> {t(`compliance.target.${target}`)}
                    <span className="af-hint d-block mt-0">
                      {[manualPath.slice(1), quote].filter((part) => part !== '').join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryFrame>
    </ConfirmDialog>
  )
}
