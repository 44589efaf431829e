import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { manualsQuery } from '@/api/library'
import { QueryFrame } from '@/lib/QueryFrame'
import { Redline } from './Redline'
import { useInView } from './useInView'
import '../reader/reader.css'
import '../module/compare/compare.css'
import './changes.css'

interface ModuleRedlineProps {
  manualPath: string
  /** The module. */
  path: string
  /** The id of the old version. */
  left: string
  right: string
}

/** The redline of a module for a page outside the library; it is loaded when it comes into view. */
export function ModuleRedline({ manualPath, path, left, right }: ModuleRedlineProps) {
  const { t } = useTranslation()
  const [isSeen, setSeen] = useState(false)
  const frame = useInView(() => setSeen(true))
  const manuals = useQuery(manualsQuery(manualPath.split('/')[1]))
  return (
    <div ref={frame}>
      {isSeen && (
        <QueryFrame query={manuals} failedTitle={t('library.compare.failed')}>
          {(found) => {
            const manual = found.find((each) => each.path === manualPath)
            return manual && <Redline manual={manual} path={path} left={left} right={right} />
          }}
        </QueryFrame>
      )}
    </div>
  )
}
