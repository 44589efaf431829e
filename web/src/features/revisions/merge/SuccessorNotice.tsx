import { useTranslation } from 'react-i18next'
import type { OpenTodo } from '@/api/types'
import { objectHref } from '@/lib/library/objects'
import { Notice } from '@/ui/Notice'

interface SuccessorNoticeProps {
  /** The id of the revision. */
  revision: string
  successor: NonNullable<OpenTodo['successor']>
}

/** Names the module that a deleted one probably became, so that edits are not given up with the old code. */
export function SuccessorNotice({ revision, successor }: SuccessorNoticeProps) {
  const { t } = useTranslation()
  const { code, title, likeness } = successor
  return (
    <Notice tone="warning" title={t('revisions.merge.successor', { code })}>
      <p>
        {t('revisions.merge.successorText', { likeness })}{' '}
        <a href={objectHref(successor.path, { revision })}>{title || code}</a>
      </p>
    </Notice>
  )
}
