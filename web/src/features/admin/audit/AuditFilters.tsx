import { useTranslation } from 'react-i18next'
import { ClearFilters } from '@/lib/ClearFilters'
import type { ListState } from '@/lib/useListState'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { DayField } from '../DayField'
import { auditActions } from './queries'

export const auditFilterNames = ['actor', 'action', 'subject', 'from', 'to'] as const

export function AuditFilters({ list }: { list: ListState<string> }) {
  const { t } = useTranslation()
  const actor = useTypedFilter(list.filter('actor'), (text) => list.setFilter('actor', text))
  const subject = useTypedFilter(list.filter('subject'), (text) => list.setFilter('subject', text))
  const anySet = auditFilterNames.some((name) => list.filter(name) !== '')
  return (
    <div className="ad-filters">
      <Field
        label={t('admin.audit.actor')}
        autoComplete="off"
        value={actor.text}
        onChange={(event) => actor.type(event.target.value)}
      />
      <Select
        label={t('admin.audit.action')}
        options={[
          { value: '', label: t('admin.audit.allActions') },
          ...auditActions.map((action) => ({ value: action, label: t(`admin.audit.actions.${action}`) })),
        ]}
        value={list.filter('action')}
        onChange={(event) => list.setFilter('action', event.target.value)}
      />
      <Field
        label={t('admin.audit.subject')}
        autoComplete="off"
        value={subject.text}
        onChange={(event) => subject.type(event.target.value)}
      />
      <DayField
        label={t('admin.audit.from')}
        value={list.filter('from')}
        onChange={(day) => list.setFilter('from', day)}
      />
      <DayField
        label={t('admin.audit.to')}
        value={list.filter('to')}
        onChange={(day) => list.setFilter('to', day)}
      />
      {anySet && (
        <ClearFilters variant="ghost" icon="close" onClear={() => list.clearFilters(auditFilterNames)}>
          {t('admin.clearFilters')}
        </ClearFilters>
      )}
    </div>
  )
}
