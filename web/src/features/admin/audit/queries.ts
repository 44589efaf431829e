import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { startOfDay } from '../day'

/** The recorded actions, in the order of the filter. */
export const auditActions = [
  'user.registered',
  'user.rejected',
  'user.registration_expired',
  'user.registration_refused',
  'user.created',
  'user.updated',
  'user.password_changed',
  'user.password_reset',
  'user.second_factor_added',
  'user.second_factor_removed',
  'user.second_factor_reset',
  'user.recovery_codes_renewed',
  'user.identity_linked',
  'user.identity_unlinked',
  'session.opened',
  'session.closed',
  'session.closed_everywhere',
  'service_token.created',
  'service_token.revoked',
  'identity_provider.created',
  'identity_provider.updated',
  'identity_provider.deleted',
  'operator.created',
  'operator.updated',
  'operator.deleted',
  'csdb.created',
  'csdb.renamed',
  'csdb.deleted',
  'csdb.restored',
  'csdb.purged',
  'manual.created',
  'manual.renamed',
  'manual.profile_added',
  'manual.deleted',
  'manual.restored',
  'manual.purged',
  'media.added',
  'media.replaced',
  'media.deleted',
  'media.restored',
  'media.purged',
  'manual.rules_changed',
  'module.created',
  'container.changed',
  'template.replaced',
  'template.reset',
  'file.checked_out',
  'file.checkout_cancelled',
  'file.checkout_ended',
  'file.checked_in',
  'file.restored',
  'file.status_changed',
  'file.deleted',
  'file.undeleted',
  'file.purged',
  'comment.started',
  'comment.answered',
  'comment.edited',
  'comment.deleted',
  'comment.thread_deleted',
  'comment.resolved',
  'comment.reopened',
  'comment.accepted',
  'change_request.created',
  'change_request.updated',
  'change_request.opened',
  'change_request.reopened',
  'change_request.published',
  'change_request.cancelled',
  'change_request.paused',
  'change_request.finished',
  'change_request.resumed',
  'change_request.approved',
  'change_request.rejected',
  'change_request.verdict_withdrawn',
  'change_request.module_added',
  'change_request.module_removed',
  'change_request.module_changed',
  'change_request.file_attached',
  'change_request.file_deleted',
  'change_request.commented',
  'change_request.comment_edited',
  'change_request.comment_deleted',
  'revision.imported',
  'package.received',
  'package.deleted',
  'job.created',
  'job.cancelled',
  'schema_set.installed',
  'schema_set.removed',
  'setting.updated',
  'type.created',
  'type.updated',
  'type.deleted',
] as const

export interface AuditFilter {
  actor: string
  action: string
  subject: string
  /** Days as `yyyy-MM-dd` of the reader's calendar, both included; '' for open. */
  from: string
  to: string
}

export const auditList = (filter: AuditFilter, pageNumber: number, pageSize: number) =>
  queryOptions({
    queryKey: ['audit', 'list', filter, pageNumber, pageSize],
    queryFn: () =>
      answer(
        api.GET('/audit', {
          params: {
            query: {
              pageNumber,
              pageSize,
              actor: filter.actor || undefined,
              action: filter.action || undefined,
              subject: filter.subject || undefined,
              from: startOfDay(filter.from, 0),
              to: startOfDay(filter.to, 1),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Walks the whole chain; only when asked, since a long log takes its time. */
export const auditCheck = queryOptions({
  queryKey: ['auditCheck'],
  queryFn: () => answer(api.GET('/audit/verify')),
  enabled: false,
  gcTime: 0,
})
