import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { brand } from '@/lib/brand'

export function Footer() {
  const { t } = useTranslation()
  const { poweredBy } = useMe()
  return (
    <footer className="af-footer">
      <span>
        {brand.title} {brand.webVersion}
      </span>
      <span>
        {t('shell.poweredBy')}{' '}
        {poweredBy.url === '' ? (
          poweredBy.name
        ) : (
          <a href={poweredBy.url} target="_blank" rel="noreferrer">
            {poweredBy.name}
          </a>
        )}
      </span>
    </footer>
  )
}
