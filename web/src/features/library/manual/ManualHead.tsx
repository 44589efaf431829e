import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { attribute, displayName } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { LinkButton } from '@/ui/LinkButton'
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
  const [name, type] = [displayName(manual), attribute(manual, 'manualType')]
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
        {hasContent && (
          <LinkButton
            icon="package"
            size="sm"
            title={t('publications.title')}
            href={href(paths.publications(manual.path))}
          >
            <span className="li-publications">{t('publications.title')}</span>
          </LinkButton>
        )}
        <BookmarkButton path={manual.path} of="manual" />
        <ManualActions manual={manual} buttons={1} />
        {hasContent && <VersionMenu manual={manual} />}
      </div>
    </div>
  )
}
