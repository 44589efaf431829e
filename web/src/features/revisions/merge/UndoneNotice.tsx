import { useTranslation } from 'react-i18next'
import type { RevisionDetail } from '@/api/types'
import { downloadText } from '@/lib/downloadText'
import { keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'

interface UndoneNoticeProps {
  revision: RevisionDetail
  /** The module. */
  path: string
  /** The text with the choices that were not saved. */
  own: string | undefined
}

/** The title of a to-do whose revision is not confirmed any more. */
export const undoneTitle = ({ state }: RevisionDetail) =>
  state === 'rejected' ? 'revisions.undone.rejected' : 'revisions.undone.waiting'

/** The confirmation was undone, or the revision rejected: nothing is saved, and the choices stay. */
export function UndoneNotice({ revision, path, own }: UndoneNoticeProps) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t(undoneTitle(revision))}>
      <p>{t(own === undefined ? 'revisions.undone.text' : 'revisions.undone.kept')}</p>
      <div className="mg-buttons">
        {own !== undefined && (
          <Button icon="download" onClick={() => downloadText(`${keyOf(path)}.own.XML`, own)}>
            {t('revisions.clash.downloadOwn')}
          </Button>
        )}
        <LinkButton href={href(paths.revision(revision.id, { tab: 'decisions' }))}>
          {t('revisions.undone.decisions')}
        </LinkButton>
      </div>
    </Notice>
  )
}
