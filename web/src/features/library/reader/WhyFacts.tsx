import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Annotation } from '@/api/types'
import { decidingText } from './chosenText'
import './applicability.css'

/** The applicability: as its author wrote it, and in plain words. */
export function WhyFacts({ annotation, children }: { annotation: Annotation; children?: ReactNode }) {
  const { t } = useTranslation()
  const { text, reason, truth, decidedBy } = annotation
  return (
    <dl className="rd-why-facts">
      {text && text !== reason && (
        <>
          <dt>{t('reader.applicability.written')}</dt>
          <dd>{text}</dd>
        </>
      )}
      <dt>{t('reader.applicability.appliesTo')}</dt>
      <dd>{reason || t('reader.applicability.everything')}</dd>
      {decidedBy.length > 0 && (
        <>
          <dt>{t(`reader.applicability.decided.${truth}`)}</dt>
          <dd>{decidingText(t, decidedBy)}</dd>
        </>
      )}
      {children}
    </dl>
  )
}
