import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { closeSession, sessionsQuery } from '@/api/queries'
import type { Session } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { FormProblem } from '@/ui/FormProblem'
import { deviceOf } from './device'

/** The devices that are signed in to one's own account; each of the others can be signed out. */
export function OwnSessions() {
  const { t } = useTranslation()
  const heading = useId()
  const sessions = useQuery(sessionsQuery)
  const close = useMutation({ mutationFn: closeSession })
  return (
    <section className="border-top pt-3 mt-3" aria-labelledby={heading}>
      <h3 id={heading} className="h6">
        {t('account.sessions.title')}
      </h3>
      <FormProblem>{close.error?.message}</FormProblem>
      <QueryFrame query={sessions} failedTitle={t('account.sessions.failed')} keepsData>
        {(rows) => (
          <ul className="list-unstyled mb-0">
            {rows.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={close.isPending && close.variables === session.id}
                onClose={() => close.mutate(session.id)}
              />
            ))}
          </ul>
        )}
      </QueryFrame>
    </section>
  )
}

interface SessionRowProps {
  session: Session
  busy: boolean
  onClose: () => void
}

function SessionRow({ session, busy, onClose }: SessionRowProps) {
  const { t } = useTranslation()
  const name = deviceOf(session.device) || t('account.sessions.unknownDevice')
  const opened = formatDateTime(session.createdOn)
  return (
    <li className="d-flex align-items-center justify-content-between gap-3 py-2">
      <div>
        <div className="d-flex flex-wrap align-items-center gap-2">
          <span className="fw-semibold">{name}</span>
          {session.current && (
            <Chip tone="success" icon="check">
              {t('account.sessions.current')}
            </Chip>
          )}
        </div>
        <div className="af-hint mb-0">
          {t('account.sessions.detail', {
            address: session.address,
            opened,
            used: formatDateTime(session.usedOn),
          })}
        </div>
      </div>
      {!session.current && (
        <Button
          className="flex-shrink-0"
          busy={busy}
          busyText={t('account.everywhere.busy')}
          aria-label={t('account.sessions.closeOne', { device: name, opened })}
          onClick={onClose}
        >
          {t('account.sessions.close')}
        </Button>
      )}
    </li>
  )
}
