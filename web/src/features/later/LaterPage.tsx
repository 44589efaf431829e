import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { href, paths, userManual } from '@/lib/paths'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Icon } from '@/ui/Icon'
import { PageHead } from '@/ui/PageHead'
import './later.css'
import { type LaterPageName, laterIcons } from './laterRoutes'

const points = ['first', 'second', 'third'] as const

/** The one page for everything that a later part fills: what will be here, and what can be done today. */
export function LaterPage({ page }: { page: LaterPageName }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead
        title={t(`later.${page}.title`)}
        purpose={t(`later.${page}.purpose`)}
        extra={
          <Chip tone="info" icon="clock">
            {t('later.chip')}
          </Chip>
        }
      />
      <div className="af-later">
        <Card title={t('later.willBeHere')}>
          <ul className="af-later-points">
            {points.map((point) => (
              <li key={point}>
                <Icon name={laterIcons[page]} />
                {t(`later.${page}.${point}`)}
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t('later.worksToday')}>
          <WorksToday />
        </Card>
      </div>
    </>
  )
}

function WorksToday() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <ul className="af-later-points">
      <li>
        <Icon name="dashboard" />
        <a href={href(paths.dashboard())}>{t('later.today.dashboard')}</a>
      </li>
      <li>
        <Icon name="operator" />
        <a href={href(paths.operators())}>{t('later.today.operators')}</a>
      </li>
      {can.administer(me) && (
        <li>
          <Icon name="admin" />
          <a href={href(paths.admin())}>{t('later.today.admin')}</a>
        </li>
      )}
      <li>
        <Icon name="help" />
        <a href={userManual} target="_blank" rel="noreferrer">
          {t('later.today.manual')}
        </a>
      </li>
    </ul>
  )
}
