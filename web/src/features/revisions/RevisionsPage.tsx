import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { countsQuery } from '@/api/queries'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { AirlineTab } from './airline/AirlineTab'
import { HistoryTab } from './decisions/HistoryTab'
import { PendingTab } from './PendingTab'
import './revisions.css'

const tabs = ['pending', 'history', 'airline'] as const

/** The OEM revisions of all manuals, what was decided about them, and what the airline changed itself. */
export function RevisionsPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const active = tabs.find((tab) => tab === params.get('tab')) ?? 'pending'
  const pending = useQuery(countsQuery).data?.updates
  return (
    <>
      <PageHead title={t('revisions.title')} purpose={t('revisions.purpose')} />
      <Tabs
        label={t('revisions.title')}
        active={active}
        // Filters and pages belong to their own tab, so a change of tab drops them.
        onChange={(tab) => setParams(tab === 'pending' ? {} : { tab })}
        tabs={[
          {
            id: 'pending',
            label: t('revisions.pending.tab'),
            icon: 'inbox',
            count: pending,
            content: <PendingTab />,
          },
          { id: 'history', label: t('revisions.history.tab'), icon: 'clock', content: <HistoryTab /> },
          { id: 'airline', label: t('revisions.airline.tab'), icon: 'edit', content: <AirlineTab /> },
        ]}
      />
    </>
  )
}
