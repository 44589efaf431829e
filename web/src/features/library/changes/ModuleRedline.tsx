import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { Redline } from './Redline'
import { useInView } from './useInView'
import { useManualOf } from './useManualOf'
import '../reader/reader.css'
import '../module/compare/compare.css'
import './changes.css'

interface ModuleRedlineProps {
  /** The module. */
  path: string
  /** The id of the old version. */
  left: string
  right: string
  /** The module of the old state, where it is another one. */
  leftPath?: string
  /** The module is new: all of its text is shown. */
  isNew?: boolean
}

/** The redline of a module of any manual, for a page outside the library; it is loaded when it comes into view. */
export function ModuleRedline({ path, left, right, leftPath, isNew }: ModuleRedlineProps) {
  const { t } = useTranslation()
  const [frame, isInView] = useInView()
  const [isSeen, setSeen] = useState(false)
  if (isInView && !isSeen) setSeen(true)
  const manual = useManualOf(path)
  return (
    <div ref={frame}>
      {isSeen && (
        <QueryFrame query={manual} failedTitle={t('library.compare.failed')}>
          {(found) =>
            found && (
              <Redline
                manual={found}
                path={path}
                title={keyOf(path)}
                left={left}
                right={right}
                leftPath={leftPath}
                isNew={isNew}
              />
            )
          }
        </QueryFrame>
      )}
    </div>
  )
}
