import { useTranslation } from 'react-i18next'
import { brand } from '@/lib/brand'
import { Skeleton } from '@/ui/Skeleton'
import './shell.css'

/** The frame before the server has said who is there: the same places, nothing in them. */
export function ShellSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="af-shell" aria-busy="true">
      <div className="af-header">
        <img src={brand.logo} width={brand.logoWidth} alt={brand.title} />
      </div>
      <div className="af-body">
        <div className="af-sidebar af-sidebar-waiting">
          <Skeleton lines={8} height="1rem" />
        </div>
        <main className="af-content">
          <div className="af-main" role="status" aria-label={t('ui.loading')}>
            <Skeleton lines={1} height="1.5rem" width="16rem" />
            <Skeleton lines={6} />
          </div>
        </main>
      </div>
    </div>
  )
}
