import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User, UserAccess } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { SearchField } from '@/ui/SearchField'
import { type Column, Table } from '@/ui/Table'
import { databaseOf } from './accessForm'
import { LevelChip } from './LevelChip'
import { userAccess } from './queries'

/** The places that are listed at once; the search finds all. */
const mostPlaces = 100

/** The level of a user in each database and manual, with the reason. */
export function UserAccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const places = useQuery(userAccess(user.account))
  const [text, setText] = useState('')
  const found = (places.data ?? []).filter(({ path, group = '' }) =>
    `${path} ${group}`.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  )
  const hidden = found.length - mostPlaces
  return (
    <Dialog
      title={t('access.ofUser', { account: user.account })}
      size="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <SearchField
        className="mb-3"
        label={t('access.searchOfUser')}
        placeholder={t('access.searchOfUser')}
        value={text}
        onChange={setText}
      />
      <QueryFrame query={places} failedTitle={t('access.ofUserFailed')}>
        <Table
          caption={t('access.ofUser', { account: user.account })}
          columns={useReasonColumns()}
          rows={places.data && found.slice(0, mostPlaces)}
          rowKey={({ path }) => path}
          empty={
            <EmptyState icon="database" title={t(text === '' ? 'access.emptyTitle' : 'access.noneFound')} />
          }
        />
      </QueryFrame>
      {hidden > 0 && <p className="af-hint mb-0">{t('access.moreOfUser', { count: hidden })}</p>}
    </Dialog>
  )
}

function useReasonColumns(): Column<UserAccess>[] {
  const { t } = useTranslation()
  const reasonOf = ({ path, reason, group, ofManual }: UserAccess) => {
    const isRule = reason !== 'role' && reason !== 'administrator'
    const inherited = isRule && !ofManual && databaseOf(path) !== undefined
    const text = t(`access.reason.${reason}`, { group })
    return inherited ? t('access.inherited', { reason: text }) : text
  }
  return [
    { key: 'path', header: t('access.place'), cell: ({ path }) => <Code>{path}</Code> },
    { key: 'level', header: t('access.levelHeader'), cell: ({ level }) => <LevelChip level={level} /> },
    { key: 'reason', header: t('access.why'), cell: reasonOf },
  ]
}
