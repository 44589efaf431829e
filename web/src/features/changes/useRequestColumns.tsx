import { useTranslation } from 'react-i18next'
import type { ListedChangeRequest } from '@/api/types'
import { RequestStatusChip } from '@/lib/changeRequests/RequestStatusChip'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'
import { isOverdue } from './overdue'

export function useRequestColumns(): Column<ListedChangeRequest>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'number',
      header: t('changeRequests.column.number'),
      sortable: true,
      cell: ({ number }) => <span className="text-nowrap">#{number}</span>,
    },
    {
      key: 'title',
      header: t('changeRequests.column.title'),
      sortable: true,
      cell: (request) => (
        <>
          <a className="crq-link" href={href(paths.changeRequest(request.id))}>
            {request.title}
          </a>{' '}
          {isOverdue(request) && (
            <Chip tone="danger" icon="warning">
              {t('changeRequests.overdue')}
            </Chip>
          )}
          <span className="af-hint d-block mt-0">
            {t(`changeRequests.origin.${request.origin}`)}
            {request.reference && ` · ${request.reference}`}
            {` · ${t('changeRequests.moduleCount', { count: request.modules, figure: formatNumber(request.modules) })}`}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      header: t('changeRequests.column.status'),
      sortable: true,
      cell: ({ status, outcome }) => <RequestStatusChip status={status} outcome={outcome} />,
    },
    {
      key: 'manual',
      header: t('changeRequests.form.manual'),
      sortable: true,
      hideBelow: 'md',
      cell: ({ manualPath, csdbType, manualType }) => (
        <>
          {manualPath.slice(1)}
          <span className="af-hint d-block mt-0">{`${csdbType} · ${manualType}`}</span>
        </>
      ),
    },
    {
      key: 'assignee',
      header: t('changeRequests.form.assignee'),
      sortable: true,
      hideBelow: 'lg',
      cell: ({ assignee }) =>
        assignee && <span title={assignee.account}>{assignee.name || assignee.account}</span>,
    },
    {
      key: 'dueDate',
      header: t('changeRequests.form.dueDate'),
      sortable: true,
      hideBelow: 'xl',
      cell: ({ dueDate }) => dueDate && <span className="text-nowrap">{formatDate(dueDate)}</span>,
    },
    {
      key: 'createBy',
      header: t('changeRequests.column.createBy'),
      sortable: true,
      hideBelow: 'xl',
      cell: ({ createBy, createByName, createTime }) => (
        <>
          <span title={createBy}>{createByName || createBy}</span>
          <span className="af-hint d-block mt-0 text-nowrap">{formatDateTime(createTime)}</span>
        </>
      ),
    },
    {
      key: 'lastUpdateTime',
      header: t('changeRequests.column.lastUpdateTime'),
      sortable: true,
      hideBelow: 'md',
      cell: ({ lastUpdateTime }) => <span className="text-nowrap">{formatDateTime(lastUpdateTime)}</span>,
    },
  ]
}
