import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { complianceQuery } from '@/api/compliance'
import { checkRegulation } from '@/api/regulations'
import type { RegulationImport } from '@/api/types'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Select } from '@/ui/Select'

interface CheckDialogProps {
  opened: RegulationImport
  onClose: () => void
}

/** Checks a file again, as a version of the same or of another collection. */
export function CheckDialog({ opened, onClose }: CheckDialogProps) {
  const { t } = useTranslation()
  const known = useQuery(complianceQuery())
  const [target, setTarget] = useState(opened.collectionId ?? '')
  const check = useMutation({
    mutationFn: () => checkRegulation(opened.id, target || undefined),
    onSuccess: onClose,
  })
  const listed = (known.data ?? []).map(({ id, policyCollectionName }) => ({
    value: id,
    label: policyCollectionName,
  }))
  // While the collections load, the one of the file is the choice.
  const isAway = opened.collectionId && listed.every(({ value }) => value !== opened.collectionId)
  const own = isAway ? [{ value: opened.collectionId ?? '', label: opened.collectionName }] : []
  return (
    <ConfirmDialog
      title={t('regulations.checkAgain')}
      confirmText={t('regulations.check')}
      busyText={t('regulations.state.waiting')}
      busy={check.isPending}
      problem={check.error?.message}
      onConfirm={() => check.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('regulations.target')}
        hint={t('regulations.targetHint')}
        error={known.isError ? t('regulations.collectionsFailed') : undefined}
        options={[{ value: '', label: t('regulations.newCollection') }, ...own, ...listed]}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
      />
    </ConfirmDialog>
  )
}
