import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { usualLane } from '../lanes'
import { useRead } from '../useRead'
import { useReading } from '../useReading'

/** Says that the page shows a manual as it was at a moment. */
export function AsOfLine({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const { lane = usualLane, asOf } = useReading()
  const read = useRead()
  const version = t(`library.lane.${lane}`)
  const text = asOf && t('library.reading.asOf', { version, moment: formatDateTime(asOf) })
  return (
    // A live region is announced only if it is there before its text.
    <div className={text && 'rd-line'}>
      {text && <Icon name="clock" size="sm" />}
      <span role="status">{text}</span>
      {text && (
        <Button
          variant="link"
          size="sm"
          onClick={() => read({ lane: lane === usualLane ? undefined : lane })}
        >
          {t('library.reading.now')}
        </Button>
      )}
      {asOf && text && lane === usualLane && (
        <a href={href(paths.searchAt({ asOf, manualName: manual.path.slice(1) }))}>
          {t('library.reading.searchThen')}
        </a>
      )}
    </div>
  )
}
