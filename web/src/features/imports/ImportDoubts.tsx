import { useTranslation } from 'react-i18next'
import type { Comparison } from '@/api/types'
import { formatDate, formatDateTime } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { languageName } from '@/lib/regions'
import { Checkbox } from '@/ui/Checkbox'
import { Notice } from '@/ui/Notice'

type Doubt = Comparison['doubts'][number]

interface ImportDoubtsProps {
  doubts: readonly Doubt[]
  /** Whether the user must confirm the import. */
  mustBeSure: boolean
  sure: boolean
  onSure: (sure: boolean) => void
}

/** The reasons why the package may belong elsewhere or be outdated; the user confirms the import. */
export function ImportDoubts({ doubts, mustBeSure, sure, onSure }: ImportDoubtsProps) {
  const { t } = useTranslation()
  if (doubts.length === 0) return null
  return (
    <>
      {doubts.map((doubt) => (
        <DoubtNotice key={doubt.code} doubt={doubt} />
      ))}
      {mustBeSure && (
        <Checkbox
          label={t(`imports.doubts.sure.${questionOf(doubts)}`)}
          checked={sure}
          onChange={({ target }) => onSure(target.checked)}
        />
      )}
    </>
  )
}

function DoubtNotice({ doubt }: { doubt: Doubt }) {
  const { t } = useTranslation()
  switch (doubt.code) {
    case 'alreadyImported': {
      const { revision, importedOn } = doubt
      return (
        <Notice
          tone="warning"
          title={t('imports.doubts.alreadyImported', { revision, on: formatDateTime(importedOn) })}
        >
          {t('imports.doubts.again')}
        </Notice>
      )
    }
    case 'older': {
      const { revision, objects } = doubt
      const [packageDate, revisionDate] = [doubt.packageDate, doubt.revisionDate].map(formatDate)
      return (
        <Notice tone="warning" title={t('imports.doubts.older', { revision })}>
          {objects > 0 && <div>{t('imports.doubts.olderObjects', { count: objects })}</div>}
          {packageDate && revisionDate && (
            <div>{t('imports.doubts.olderDates', { packageDate, revisionDate })}</div>
          )}
          <div>{t('imports.doubts.newest')}</div>
        </Notice>
      )
    }
    case 'outdatedTranslation': {
      const { revision, objects, original } = doubt
      const language = languageName(original, currentLanguage())
      return (
        <Notice tone="warning" title={t('imports.doubts.outdatedTranslation', { revision })}>
          <div>{t('imports.doubts.outdatedObjects', { count: objects, language })}</div>
          <div>{t('imports.doubts.outdatedHelp')}</div>
        </Notice>
      )
    }
    default:
      return (
        <Notice tone="warning" title={t(`imports.doubts.${doubt.code}`, { ...doubt })}>
          {t('imports.doubts.help')}
        </Notice>
      )
  }
}

/** The doubts that the user confirms: the right manual, the right time, or both. */
function questionOf(doubts: readonly Doubt[]): 'place' | 'time' | 'both' {
  const late = doubts.filter(({ code }) => code !== 'otherModel' && code !== 'nothingShared').length
  if (late === 0) return 'place'
  return late === doubts.length ? 'time' : 'both'
}
