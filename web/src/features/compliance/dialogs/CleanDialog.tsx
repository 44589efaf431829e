import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cleanReferences, goneReferencesQuery } from '@/api/compliance'
import type { GonePolicyRef } from '@/api/types'
import { formatDate, formatNumber } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'

interface GoneReferences {
  data: { references: readonly unknown[] } | undefined
  error: Error | null
  isFetching: boolean
}

interface CleanDialogProps {
  /** The collection, category or requirement whose references are looked at. */
  path: string
  onClose: () => void
}

/** Why nothing can be deleted: only a list that is complete and on the screen can be confirmed. */
function closedKey({ data, error, isFetching }: GoneReferences) {
  if (isFetching) return 'ui.loading'
  if (error || !data) return 'compliance.clean.failed'
  return data.references.length === 0 ? 'compliance.clean.nothing' : undefined
}

/** Lists the broken references, and deletes them. */
export function CleanDialog({ path, onClose }: CleanDialogProps) {
  const { t } = useTranslation()
  const query = useQuery(goneReferencesQuery(path))
  const listed = query.data?.references
  const clean = useMutation({
    mutationFn: (references: NonNullable<typeof listed>) => cleanReferences(path, references),
  })
  const finish = () => {
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const isEmpty = listed?.length === 0
  const closed = closedKey(query)
  return (
    <ConfirmDialog
      title={t('compliance.clean.open')}
      confirmText={t('compliance.clean.action')}
      busyText={t('compliance.delete.busy')}
      danger
      busy={clean.isPending}
      problem={clean.error?.message}
      closed={closed && t(closed)}
      onConfirm={() => listed && clean.mutate(listed, { onSuccess: finish })}
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
                {references.map((reference) => (
                  <GoneReference key={reference.id} reference={reference} />
                ))}
              </ul>
            </>
          )
        }
      </QueryFrame>
    </ConfirmDialog>
  )
}

/** Names of deleted manuals are not told: author, date and comment say which reference it is. */
function GoneReference({ reference }: { reference: GonePolicyRef }) {
  const { t } = useTranslation()
  const { policyItemCode, target, manualPath, quote, comment, author, createdOn } = reference
  return (
    <li>
      <strong>{policyItemCode}</strong> {t(`compliance.target.${target}`)}
      <span className="af-hint d-block mt-0 text-break">
        {[manualPath.slice(1), quote, comment].filter((part) => part !== '').join(' · ')}
      </span>
      <span className="af-hint d-block mt-0">
        {author.name || author.account} · <time dateTime={createdOn}>{formatDate(createdOn)}</time>
      </span>
    </li>
  )
}
