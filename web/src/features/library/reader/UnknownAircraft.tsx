import { useTranslation } from 'react-i18next'
import { Icon } from '@/ui/Icon'
import './applicability.css'

/** The notice of a manual that is about other aircraft than the chosen one. */
export function UnknownAircraft() {
  const { t } = useTranslation()
  return (
    <p className="rd-facts-warning">
      <Icon name="warning" size="sm" />
      {t('reader.applicability.unknownAircraft')}
    </p>
  )
}
