import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMe } from '@/api/queries'
import { paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { DatabasesTab, ManualsTab } from './LibraryTabs'
import { MainActions } from './MainActions'
import { Overview } from './Overview'
import './dashboard.css'

export type DashboardTab = 'overview' | 'recent' | 'bookmark' | 'col' | 'csdbs' | 'manuals' | 'fts'

const placeOf: Record<DashboardTab, string> = {
  overview: paths.dashboard(),
  recent: paths.my('recent'),
  bookmark: paths.my('bookmark'),
  col: paths.my('col'),
  csdbs: paths.system('csdbs'),
  manuals: paths.system('manuals'),
  fts: paths.fts(),
}

interface DashboardPageProps {
  tab: DashboardTab
  /** The lists of the workspace, which is another feature. */
  mine: Record<'recent' | 'bookmark' | 'checkout', ComponentType>
  /** The content of the tab of that name. */
  fullText?: ReactNode
}

export function DashboardPage({ tab, mine, fullText }: DashboardPageProps) {
  const { t } = useTranslation()
  const { user } = useMe()
  const navigate = useNavigate()
  return (
    <>
      <PageHead
        title={t('dashboard.greeting', { name: user.displayName || user.account })}
        purpose={t('dashboard.purpose')}
        extra={
          <Chip tone="accent" icon="user">
            {t(`admin.role.${user.role}`)}
          </Chip>
        }
        actions={<MainActions />}
      />
      <Tabs<DashboardTab>
        label={t('dashboard.tabs')}
        active={tab}
        onChange={(wanted) => void navigate(placeOf[wanted])}
        tabs={[
          { id: 'overview', label: t('dashboard.tab.overview'), icon: 'dashboard', content: <Overview /> },
          { id: 'recent', label: t('dashboard.tab.recent'), icon: 'clock', content: <mine.recent /> },
          {
            id: 'bookmark',
            label: t('dashboard.tab.bookmark'),
            icon: 'bookmark',
            content: <mine.bookmark />,
          },
          { id: 'col', label: t('dashboard.tab.col'), icon: 'checkOut', content: <mine.checkout /> },
          { id: 'csdbs', label: t('dashboard.tab.csdbs'), icon: 'database', content: <DatabasesTab /> },
          { id: 'manuals', label: t('dashboard.tab.manuals'), icon: 'book', content: <ManualsTab /> },
          { id: 'fts', label: t('dashboard.tab.fts'), icon: 'search', content: fullText },
        ]}
      />
    </>
  )
}
