import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Publication, ReaderMarks } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'

interface AcknowledgeButtonProps {
  publication: Pick<Publication, 'id' | 'number' | 'revision'>
  marks: ReaderMarks
  /** Takes the id of the publication. */
  onAcknowledge: (id: string) => Promise<void>
}

/** Confirms that the reader has read a publication, or says when they did. */
export function AcknowledgeButton({ publication, marks, onAcknowledge }: AcknowledgeButtonProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const acknowledge = useMutation({
    mutationFn: () => onAcknowledge(publication.id),
    onSuccess: () => {
      setAsking(false)
      showToast({ tone: 'success', text: t('publications.readers.thanks') })
    },
  })
  const close = () => {
    setAsking(false)
    // The refusal of the last try says nothing about the next.
    acknowledge.reset()
  }
  const { number, revision } = publication
  if (marks.acknowledgedOn) {
    return (
      <span>{t('publications.readers.acknowledged', { date: formatDateTime(marks.acknowledgedOn) })}</span>
    )
  }
  return (
    <>
      <Button
        size="sm"
        variant={marks.isOpen ? 'primary' : 'secondary'}
        icon="success"
        onClick={() => setAsking(true)}
      >
        {t('publications.readers.acknowledge')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('publications.readers.acknowledge')}
          confirmText={t('publications.readers.acknowledgeConfirm')}
          busyText={t('publications.readers.acknowledging')}
          busy={acknowledge.isPending}
          problem={acknowledge.error?.message}
          onConfirm={() => acknowledge.mutate()}
          onClose={close}
        >
          {t('publications.readers.acknowledgeText', { name: t('publications.name', { number, revision }) })}
        </ConfirmDialog>
      )}
    </>
  )
}
