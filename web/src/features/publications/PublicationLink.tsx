import { useTranslation } from 'react-i18next'
import type { OpenPublication } from '@/api/types'
import { href, paths } from '@/lib/paths'

/** Another publication of the same manual. */
export function PublicationLink({
  link: { id, number, revision },
}: {
  link: NonNullable<OpenPublication['since']>
}) {
  const { t } = useTranslation()
  return <a href={href(paths.publication(id))}>{t('publications.name', { number, revision })}</a>
}
