import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { Redline } from './Redline'
import { useIsStoppedAt } from './redlineStops'
import { useInView } from './useInView'
import { useManualOf } from './useManualOf'
import '../reader/reader.css'
import '../module/compare/compare.css'
import './changes.css'

interface ModuleRedlineProps {
  /** The module. */
  path: string
  /** Its name, if it is known. */
  title?: string
  /** The id of the old version. */
  left: string
  right: string
  /** There is nothing to compare with: all of the text is shown. */
  whole?: 'new' | 'removed'
  /** Lets people comment on the paragraphs of the new version. */
  hasRemarks?: boolean
}

/** The redline of a module of any manual, for a page outside the library; it is loaded when it comes into view. */
export function ModuleRedline({ path, title, left, right, whole, hasRemarks }: ModuleRedlineProps) {
  const { t } = useTranslation()
  const [frame, isInView] = useInView()
  const [isSeen, setSeen] = useState(false)
  const stop = useId()
  const isStoppedAt = useIsStoppedAt(stop)
  if ((isInView || isStoppedAt) && !isSeen) setSeen(true)
  const manual = useManualOf(path)
  return (
    <div ref={frame} data-redline-stop={stop}>
      {isSeen && (
        <QueryFrame query={manual} failedTitle={t('library.compare.failed')}>
          {(found) =>
            found && (
              <Redline
                manual={found}
                path={path}
                stop={stop}
                title={title ?? keyOf(path)}
                left={left}
                right={right}
                whole={whole}
                hasRemarks={hasRemarks}
              />
            )
          }
        </QueryFrame>
      )}
    </div>
  )
}
