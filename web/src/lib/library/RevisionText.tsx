import { useTranslation } from 'react-i18next'
import type { Revision } from '@/api/types'
import { formatDate } from '@/lib/format'

/** A revision by number, issue and date, as far as the package told them. */
export function RevisionText({ revision }: { revision: Revision }) {
  const { t } = useTranslation()
  const { number, issueNumber, issueDate } = revision
  return (
    <>
      {/* A manual without an OEM has content of its own before any revision. */}
      {number === 0 ? t('library.revision.withoutOem') : t('library.revision.number', { number })}
      {issueNumber && ` · ${t('library.revision.issue', { issue: issueNumber })}`}
      {issueDate && ` · ${formatDate(issueDate)}`}
    </>
  )
}
