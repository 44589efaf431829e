import { Trans, useTranslation } from 'react-i18next'
import type { SearchAnswer } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Notice } from '@/ui/Notice'

/** Notices above the results. */
export function SearchNotices({ answer: { corrected, capped, total, index } }: { answer: SearchAnswer }) {
  const { t } = useTranslation()
  const behind = t('search.index.behind', { count: index.behind, figure: formatNumber(index.behind) })
  return (
    <>
      {index.state !== 'ready' && (
        <Notice tone="warning" title={t(`search.index.${index.state}`)}>
          {t(`search.index.${index.state}Text`)} {index.behind > 0 && behind}
        </Notice>
      )}
      {corrected && (
        <Notice tone="info" title={t('search.corrected', corrected)}>
          <Trans
            t={t}
            i18nKey="search.correctedText"
            values={corrected}
            components={[<strong key="from" />]}
          />
        </Notice>
      )}
      {capped && (
        <Notice tone="info" title={t('search.capped')}>
          {t('search.cappedText', { figure: formatNumber(total) })}
        </Notice>
      )}
    </>
  )
}
