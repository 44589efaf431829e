import { useTranslation } from 'react-i18next'
import type { ComparedVersions } from '@/api/types'
import { keyOf } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { ComparedPages } from '../module/compare/ComparedPages'
import { useManualOf } from './useManualOf'
import '../reader/reader.css'
import '../module/compare/compare.css'

interface ComparedModuleProps {
  /** The module. */
  path: string
  compared: ComparedVersions
}

/** A comparison that a page outside the library has loaded, as the reader sees it. */
export function ComparedModule({ path, compared }: ComparedModuleProps) {
  const { t } = useTranslation()
  const manual = useManualOf(path)
  return (
    <QueryFrame query={manual} failedTitle={t('library.compare.failed')}>
      {(found) =>
        found && (
          <div className="rd rd-compared">
            <ComparedPages manual={found} compared={compared} title={keyOf(path)} />
          </div>
        )
      }
    </QueryFrame>
  )
}
