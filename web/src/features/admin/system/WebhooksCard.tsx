import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { System, WebhookDelivery } from '@/api/types'
import { formatDateTime, formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { Pagination } from '@/ui/Pagination'
import { type Column, Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { systemQuery, useRetryWebhook, webhooksQuery } from './queries'

const pageSize = 10

const looks = {
  waiting: { tone: 'warning', icon: 'clock' },
  delivered: { tone: 'success', icon: 'success' },
  failed: { tone: 'danger', icon: 'disabled' },
} as const

const lookOf = (state: string) => (state === 'delivered' || state === 'failed' ? looks[state] : looks.waiting)

/** Named as in the audit log; receivers know the event itself. */
const eventName = (t: TFunction, event: string) => t(`admin.audit.actions.${event}`, { defaultValue: event })

/** Where calls go, and about what. */
function receiverText(t: TFunction, receiver: System['webhook']): string {
  if (!receiver) return t('admin.webhooks.notSet')
  const { address, approvedOnly } = receiver
  return t(`admin.webhooks.${approvedOnly ? 'toldApproved' : 'toldAll'}`, { address })
}

/** The calls that told another system about publications. */
export function WebhooksCard() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const query = useQuery(webhooksQuery(page, pageSize))
  const system = useQuery(systemQuery).data
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'created',
      header: t('admin.webhooks.createdOn'),
      cell: ({ createdOn }) => formatDateTime(createdOn),
    },
    {
      key: 'event',
      header: t('admin.webhooks.event'),
      cell: ({ event, publication }) => (
        <>
          <a href={href(paths.publication(publication))}>{eventName(t, event)}</a>
          <span className="d-block af-hint mt-0">
            <Code>{event}</Code>
          </span>
        </>
      ),
    },
    {
      key: 'receiver',
      header: t('admin.webhooks.receiver'),
      hideBelow: 'lg',
      cell: ({ receiver }) => <span className="text-break">{receiver}</span>,
    },
    {
      key: 'state',
      header: t('admin.webhooks.state'),
      cell: ({ state, nextOn }) => (
        <>
          <Chip {...lookOf(state)}>{t(`admin.webhooks.states.${state}`)}</Chip>
          {state === 'waiting' && (
            <span className="d-block af-hint mt-0">
              {t('admin.webhooks.next', { date: formatDateTime(nextOn) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'attempts',
      header: t('admin.webhooks.attempts'),
      align: 'end',
      hideBelow: 'md',
      cell: ({ attempts }) => formatNumber(attempts),
    },
    {
      key: 'error',
      header: t('admin.webhooks.error'),
      cell: ({ error, status }) => (
        <span className="text-break">
          {error !== '' && status !== undefined ? t('admin.webhooks.answered', { status }) : error}
        </span>
      ),
    },
  ]
  return (
    <Card title={t('admin.webhooks.title')} flush>
      {system && <p className="mx-3 mt-3 mb-2">{receiverText(t, system.webhook)}</p>}
      <QueryFrame query={query} failedTitle={t('admin.webhooks.failed')}>
        {({ items, total }) => (
          <>
            <Table
              caption={t('admin.webhooks.title')}
              rows={items}
              columns={columns}
              rowKey={({ id }) => id}
              actionsHeader={t('admin.webhooks.actions')}
              rowActions={(delivery) => delivery.state === 'failed' && <SendAgain delivery={delivery} />}
              empty={
                <EmptyState
                  icon="inbox"
                  title={t('admin.webhooks.none')}
                  text={system?.webhook ? undefined : t('admin.webhooks.noneText')}
                />
              }
            />
            {total > pageSize && (
              <Pagination page={page} pageSize={pageSize} total={total} onPage={setPage} />
            )}
          </>
        )}
      </QueryFrame>
    </Card>
  )
}

function SendAgain({ delivery: { id, event, createdOn } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const retry = useRetryWebhook()
  return (
    <IconButton
      icon="reload"
      label={t('admin.webhooks.retryOne', { event: eventName(t, event), date: formatDateTime(createdOn) })}
      busy={retry.isPending}
      onClick={() =>
        retry.mutate(id, {
          onSuccess: () => showToast({ tone: 'success', text: t('admin.webhooks.retried') }),
          onError: showProblem,
        })
      }
    />
  )
}
