import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenChangeRequest } from '@/api/types'
import { formatDate, formatDateTime } from '@/lib/format'
import { objectHref } from '@/lib/library/objects'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { DescriptionList } from '@/ui/DescriptionList'
import { OemCommentDialog } from './OemCommentDialog'
import { isOverdue } from './overdue'

/** The details of a change request. */
export function RequestFacts({ open: { request, abilities } }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const [sending, setSending] = useState(false)
  const { assignee, dueDate, place } = request
  const items = [
    { term: t('changeRequests.form.manual'), value: request.manualPath.slice(1) },
    { term: t('changeRequests.column.csdbType'), value: request.csdbType },
    { term: t('changeRequests.column.manualType'), value: request.manualType },
    { term: t('changeRequests.form.origin'), value: t(`changeRequests.origin.${request.origin}`) },
    ...(request.reference ? [{ term: t('changeRequests.form.reference'), value: request.reference }] : []),
    {
      term: t('changeRequests.form.assignee'),
      value: assignee ? assignee.name || assignee.account : t('changeRequests.noAssignee'),
    },
    {
      term: t('changeRequests.form.dueDate'),
      value: dueDate ? (
        <>
          {formatDate(dueDate)}{' '}
          {isOverdue(request) && (
            <Chip tone="danger" icon="warning">
              {t('changeRequests.overdue')}
            </Chip>
          )}
        </>
      ) : (
        t('changeRequests.noDueDate')
      ),
    },
    ...(place
      ? [
          {
            term: t('changeRequests.place'),
            value: (
              <a
                className="crq-link"
                href={objectHref(place.path, { v: place.version, at: place.anchor || undefined })}
              >
                {place.quote}
              </a>
            ),
          },
        ]
      : []),
    { term: t('changeRequests.column.lastUpdateTime'), value: formatDateTime(request.lastUpdateTime) },
  ]
  return (
    <Card
      title={t('changeRequests.details')}
      actions={
        abilities.maySend && (
          <Button size="sm" icon="download" onClick={() => setSending(true)}>
            {t('changeRequests.oemComment.open')}
          </Button>
        )
      }
    >
      <DescriptionList items={items} />
      {sending && (
        <OemCommentDialog id={request.id} number={request.number} onClose={() => setSending(false)} />
      )}
    </Card>
  )
}
