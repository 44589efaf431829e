import { useTranslation } from 'react-i18next'
import type { View } from '@/api/types'
import { Icon } from '@/ui/Icon'
import { applicabilityNotices, type ReadFor } from './applicabilityNotices'
import './applicability.css'

/** The notices about the applicability of a module. */
export function ApplicabilityFacts({ view, readFor }: { view: View; readFor: ReadFor }) {
  const { t } = useTranslation()
  // The message in its place is enough.
  if (view.withheld) return null
  return (
    <div role="status" aria-label={t('reader.applicability.title')} className="rd-facts">
      {applicabilityNotices(t, view, readFor).map(({ text, icon, isWarning, hint }) => (
        <p key={text} className={isWarning ? 'rd-facts-warning' : undefined} title={hint}>
          {icon && <Icon name={icon} size="sm" />}
          {text}
        </p>
      ))}
    </div>
  )
}
