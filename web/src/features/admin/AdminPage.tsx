import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useMe } from '@/api/queries'
import type { Me } from '@/api/types'
import { can } from '@/lib/can'
import { href, paths } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { AuditTab } from './audit/AuditTab'
import { SchemasTab } from './schemas/SchemasTab'
import { SeverityTab } from './severity/SeverityTab'
import { SystemTab } from './system/SystemTab'
import { TrashTab } from './trash/TrashTab'
import { TypesTab } from './types/TypesTab'
import { UsersTab } from './users/UsersTab'
import './admin.css'

const areas = [
  { id: 'users', labelKey: 'admin.users.tab', icon: 'people', may: can.manageUsers, Content: UsersTab },
  {
    id: 'severity',
    labelKey: 'admin.severity.tab',
    icon: 'severity',
    may: can.manageSystem,
    Content: SeverityTab,
  },
  { id: 'schemas', labelKey: 'admin.schemas.tab', icon: 'xml', may: can.manageSystem, Content: SchemasTab },
  { id: 'types', labelKey: 'admin.types.tab', icon: 'types', may: can.manageSystem, Content: TypesTab },
  { id: 'trash', labelKey: 'admin.trash.tab', icon: 'trash', may: can.deleteDatabase, Content: TrashTab },
  { id: 'audit', labelKey: 'admin.audit.tab', icon: 'audit', may: can.viewAudit, Content: AuditTab },
  { id: 'system', labelKey: 'admin.system.tab', icon: 'database', may: can.viewSystem, Content: SystemTab },
] as const

const areasOf = (me: Me) => areas.filter((area) => area.may(me))

export function AdminPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const open = areasOf(useMe())
  const active = open.find((area) => area.id === params.get('tab')) ?? open[0]
  return (
    <>
      <PageHead title={t('admin.title')} purpose={t('admin.purpose')} />
      {active ? (
        <Tabs
          label={t('admin.title')}
          active={active.id}
          // Filters and pages belong to their own tab, so a change of tab drops them.
          onChange={(tab) => setParams({ tab })}
          tabs={open.map(({ id, labelKey, icon, Content }) => ({
            id,
            label: t(labelKey),
            icon,
            content: <Content />,
          }))}
        />
      ) : (
        <EmptyState
          icon="lock"
          title={t('admin.closedTitle')}
          text={t('admin.closedText')}
          action={<LinkButton href={href(paths.dashboard())}>{t('admin.toDashboard')}</LinkButton>}
        />
      )}
    </>
  )
}
