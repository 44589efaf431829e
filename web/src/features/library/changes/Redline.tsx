import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparedVersions, Manual } from '@/api/types'
import { comparedQuery } from '@/api/view'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { Chip } from '@/ui/Chip'
import { ComparedPages } from '../module/compare/ComparedPages'
import { DifferenceList, StatusDifferences } from '../module/compare/DifferenceList'
import { useRedlineStop } from './redlineStops'

interface RedlineProps {
  manual: Manual
  path: string
  /** Its id among the modules that one steps through. */
  stop: string
  /** The name of the module, where several are shown. */
  title: string
  /** The compared states. */
  left: string
  right: string
  /** There is nothing to compare with: the whole text is shown, from the state that has it. */
  whole?: 'new' | 'removed'
  /** Lets people comment on the paragraphs of the new state, which is a version. */
  hasRemarks?: boolean
}

interface DrawnRedlineProps extends RedlineProps {
  compared: ComparedVersions
}

/** Two states of a module as the reader sees them, with their differences marked. */
export function Redline(props: RedlineProps) {
  const { path, left, right } = props
  const { t } = useTranslation()
  const compared = useQuery(comparedQuery(path, { left, right, layout: 'one' }, currentLanguage()))
  return (
    <QueryFrame query={compared} failedTitle={t('library.compare.failed')}>
      {(data) => <DrawnRedline {...props} compared={data} />}
    </QueryFrame>
  )
}

function DrawnRedline({ manual, path, stop, title, whole, hasRemarks, compared }: DrawnRedlineProps) {
  const { t } = useTranslation()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const { count, status, right } = compared
  const steps = useRedlineStop(stop, title, whole ? 0 : count, frame)
  return (
    <div className="rd rd-compared" data-whole={whole} ref={setFrame}>
      <p className="af-hint">
        {whole
          ? t(`library.changes.whole.${whole}`)
          : t('library.compare.differences', { count, figure: formatNumber(count) })}
      </p>
      {count === 0 && status.length > 0 && (
        <Chip tone="neutral" icon="info">
          {t('library.changes.statusOnly')}
        </Chip>
      )}
      <div className="rd-redline">
        {steps && !whole ? (
          <DifferenceList
            manual={manual}
            compared={compared}
            title={title}
            current={steps.current}
            onGo={(difference) => steps.goTo(stop, difference)}
          />
        ) : (
          <StatusDifferences status={status} open={count === 0} />
        )}
        {(whole !== undefined || count > 0) && (
          <div className="rd-redline-pages">
            <ComparedPages
              manual={manual}
              compared={compared}
              title={title}
              remarks={hasRemarks ? { path, version: right.file.versionId } : undefined}
            />
          </div>
        )}
      </div>
    </div>
  )
}
