import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useMe } from '@/api/queries'
import { adminTabs } from '@/lib/adminTabs'
import { type AdminTab, href, paths } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { useMediaQuery } from '@/ui/useMediaQuery'
import { AccessTab } from './access/AccessTab'
import { AuditTab } from './audit/AuditTab'
import { AuditorsTab } from './auditors/AuditorsTab'
import { EditingTab } from './editing/EditingTab'
import { GroupsTab } from './groups/GroupsTab'
import { MailTab } from './mail/MailTab'
import { SchemasTab } from './schemas/SchemasTab'
import { SeverityTab } from './severity/SeverityTab'
import { SignInTab } from './signIn/SignInTab'
import { StorageNotice } from './system/StorageNotice'
import { SystemTab } from './system/SystemTab'
import { TokensTab } from './tokens/TokensTab'
import { TrashTab } from './trash/TrashTab'
import { TypesTab } from './types/TypesTab'
import { UsersTab } from './users/UsersTab'
import './admin.css'

/** Windows in which a column of tabs would leave too little room for the tables. */
const noColumnQuery = '(max-width: 1399.98px)'

const contents: Record<AdminTab, ComponentType> = {
  users: UsersTab,
  severity: SeverityTab,
  schemas: SchemasTab,
  types: TypesTab,
  trash: TrashTab,
  audit: AuditTab,
  system: SystemTab,
  groups: GroupsTab,
  access: AccessTab,
  auditors: AuditorsTab,
  tokens: TokensTab,
  mail: MailTab,
  editing: EditingTab,
  signIn: SignInTab,
}

export function AdminPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const me = useMe()
  const hasNoColumn = useMediaQuery(noColumnQuery)
  const open = adminTabs.filter(({ may }) => may(me))
  const active = open.find(({ id }) => id === params.get('tab')) ?? open[0]
  return (
    <>
      <PageHead title={t('admin.title')} purpose={t('admin.purpose')} />
      <StorageNotice />
      {active ? (
        <Tabs
          label={t('admin.title')}
          active={active.id}
          atSide
          asMenu={hasNoColumn}
          // Filters and pages belong to their own tab, so a change of tab drops them.
          onChange={(tab) => setParams({ tab })}
          tabs={open.map(({ id, labelKey, icon }) => {
            const Content = contents[id]
            return { id, label: t(labelKey), icon, content: <Content /> }
          })}
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
