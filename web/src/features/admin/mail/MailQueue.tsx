import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { Mail } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { PagedTable } from '@/lib/PagedTable'
import { showProblem } from '@/lib/showProblem'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { mailList, mailStates, useDeleteMail, useRetryMail } from './queries'

// The queue has one order: newest first.
const listDefaults = { sortKeys: ['createdOn'], sort: { key: 'createdOn', order: 'desc' } } as const

const stateFaces = {
  waiting: { tone: 'info', icon: 'clock' },
  sent: { tone: 'success', icon: 'check' },
  skipped: { tone: 'neutral', icon: 'disabled' },
  failed: { tone: 'danger', icon: 'danger' },
} as const

/** The mails of the last days and those that wait. */
export function MailQueue() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const state = mailStates.find((each) => each === list.filter('state'))
  const mails = useQuery(mailList({ state, pageNumber: list.page, pageSize: list.pageSize }))
  return (
    <Card
      title={t('admin.mail.queue.title')}
      actions={
        <>
          <Select
            label={t('admin.mail.queue.state')}
            labelHidden
            options={[
              { value: '', label: t('admin.mail.queue.allStates') },
              ...mailStates.map((value) => ({ value, label: t(`admin.mail.state.${value}`) })),
            ]}
            value={list.filter('state')}
            onChange={(event) => list.setFilter('state', event.target.value)}
          />
          <Button icon="reload" busy={mails.isFetching} onClick={() => void mails.refetch()}>
            {t('admin.mail.queue.refresh')}
          </Button>
        </>
      }
      flush
    >
      <PagedTable
        list={list}
        query={mails}
        failedTitle={t('admin.mail.queue.failed')}
        caption={t('admin.mail.queue.title')}
        rowKey={({ id }) => id}
        columns={[
          { key: 'account', header: t('admin.mail.queue.account'), cell: ({ account }) => account },
          {
            key: 'state',
            header: t('admin.mail.queue.state'),
            cell: (mail) => <MailStateCell mail={mail} />,
          },
          {
            key: 'notifications',
            header: t('admin.mail.queue.notifications'),
            hideBelow: 'lg',
            cell: ({ notifications }) => notifications,
          },
          {
            key: 'attempts',
            header: t('admin.mail.queue.attempts'),
            hideBelow: 'lg',
            cell: ({ attempts }) => attempts,
          },
          {
            key: 'time',
            header: t('admin.mail.queue.time'),
            hideBelow: 'md',
            cell: ({ endedOn, dueOn }) => formatDateTime(endedOn ?? dueOn),
          },
        ]}
        actionsHeader={t('admin.mail.queue.actions')}
        rowActions={(mail) => <MailActions mail={mail} />}
        empty={
          <EmptyState
            icon="inbox"
            title={t('admin.mail.queue.emptyTitle')}
            text={t('admin.mail.queue.emptyText')}
          />
        }
      />
    </Card>
  )
}

function MailStateCell({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const { tone, icon } = stateFaces[mail.state]
  return (
    <>
      <Chip tone={tone} icon={icon}>
        {t(`admin.mail.state.${mail.state}`)}
      </Chip>
      {mail.reason && <div>{t(`admin.mail.reason.${mail.reason}`)}</div>}
      {mail.error !== '' && <Code>{mail.error}</Code>}
    </>
  )
}

function MailActions({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const retry = useRetryMail()
  const remove = useDeleteMail()
  const told = (text: string) => ({
    onSuccess: () => showToast({ tone: 'success', text }),
    onError: showProblem,
  })
  return (
    <>
      {mail.state !== 'sent' && (
        <IconButton
          icon="reload"
          label={t('admin.mail.queue.retryOne', { account: mail.account })}
          busy={retry.isPending}
          onClick={() => retry.mutate(mail.id, told(t('admin.mail.queue.retried')))}
        />
      )}
      <IconButton
        icon="trash"
        label={t('admin.mail.queue.deleteOne', { account: mail.account })}
        busy={remove.isPending}
        onClick={() => remove.mutate(mail.id, told(t('admin.mail.queue.deleted')))}
      />
    </>
  )
}
