import { useTranslation } from 'react-i18next'
import type { OpenChangeRequest } from '@/api/types'
import { formatDate, formatDateTime } from '@/lib/format'
import { objectHref } from '@/lib/library/objects'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { DescriptionList } from '@/ui/DescriptionList'
import { isOverdue } from './overdue'

/** The details of a change request. */
export function RequestFacts({ open: { request } }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
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
    <Card title={t('changeRequests.details')}>
      <DescriptionList items={items} />
    </Card>
  )
}
