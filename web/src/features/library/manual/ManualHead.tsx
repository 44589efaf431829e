import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Manual } from '@/api/types'
import { attribute, displayName } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { LinkButton } from '@/ui/LinkButton'
import type { RowAction } from '@/ui/RowActions'
import { narrowQuery, useMediaQuery } from '@/ui/useMediaQuery'
import { ManualActions } from '../FolderActions'
import { BookmarkButton } from '../reader/BookmarkButton'
import { VersionMenu } from './VersionMenu'
import { WaitingRevision } from './WaitingRevision'

interface ManualHeadProps {
  manual: Manual
  /** False before the first import. */
  hasContent: boolean
  /** The menu of tabs, on a narrow window. */
  children?: ReactNode
}

/** The head of a manual in one line, so that its text begins near the top of the window. */
export function ManualHead({ manual, hasContent, children }: ManualHeadProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isNarrow = useMediaQuery(narrowQuery)
  const [name, type] = [displayName(manual), attribute(manual, 'manualType')]
  const publications = paths.publications(manual.path)
  const label = t('publications.title')
  const more: RowAction[] = [{ icon: 'package', label, onSelect: () => void navigate(publications) }]
  return (
    <div className="li-manual-head">
      <h1>{name}</h1>
      {type !== name && (
        <Chip tone="neutral" icon="book">
          {type}
        </Chip>
      )}
      <WaitingRevision manual={manual} />
      {children}
      <div className="li-manual-actions">
        {hasContent && !isNarrow && (
          <LinkButton icon="package" size="sm" title={label} href={href(publications)}>
            <span className="li-publications">{label}</span>
          </LinkButton>
        )}
        <BookmarkButton path={manual.path} of="manual" />
        <ManualActions manual={manual} buttons={1} more={hasContent && isNarrow ? more : undefined} />
        {hasContent && <VersionMenu manual={manual} />}
      </div>
    </div>
  )
}
