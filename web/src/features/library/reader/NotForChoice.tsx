import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { View } from '@/api/types'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { chosenText } from './chosenText'
import { WhyFacts } from './WhyFacts'
import './applicability.css'

type Applicability = View['applicability']

/** Stands in place of a module that is not for the chosen aircraft, and says why. */
export function NotForChoice({
  ref,
  applicability,
  onShow,
}: {
  ref?: Ref<HTMLDivElement>
  applicability: Applicability
  /** Left out where something else decides. */
  onShow?: () => void
}) {
  const { t } = useTranslation()
  const { module, chosen } = applicability
  return (
    <Card>
      <div ref={ref} role="status" className="rd-not-for">
        <EmptyState
          icon="hide"
          title={t('reader.applicability.moduleNot')}
          text={t('reader.applicability.moduleNotText')}
          action={onShow && <Button onClick={onShow}>{t('reader.applicability.showAnyway')}</Button>}
        />
        {module && (
          <WhyFacts annotation={module}>
            {chosen.length > 0 && (
              <>
                <dt>{t('reader.applicability.youChose')}</dt>
                <dd>{chosenText(t, chosen)}</dd>
              </>
            )}
          </WhyFacts>
        )}
      </div>
    </Card>
  )
}

/** Stays in view over a module that is shown though it is not for the chosen aircraft. */
export function NotForChoiceBand({
  ref,
  applicability: { module },
  onHide,
}: {
  ref?: Ref<HTMLDivElement>
  applicability: Applicability
  /** Left out where it is the usual way of reading. */
  onHide?: () => void
}) {
  const { t } = useTranslation()
  return (
    <div ref={ref} role="status" className="rd-band af-tone-warning">
      <Icon name="warning" />
      <span className="rd-band-text">
        <strong>{t('reader.applicability.moduleNot')}</strong>{' '}
        {module && t('reader.applicability.moduleFor', { text: module.text || module.reason })}
      </span>
      {onHide && (
        <Button size="sm" onClick={onHide}>
          {t('reader.applicability.hideAgain')}
        </Button>
      )}
    </div>
  )
}
