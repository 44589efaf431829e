import { useTranslation } from 'react-i18next'
import type { Publication } from '@/api/types'
import { formatDateTime, listComma } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import type { Column } from '@/ui/Table'
import { PublicationStateChip } from './PublicationStateChip'

/** The columns of lists of publications. */
export function usePublicationColumns(): Column<Publication>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'number',
      header: t('publications.number'),
      cell: ({ id, number, revision }) => (
        <a href={href(paths.publication(id))}>{t('publications.name', { number, revision })}</a>
      ),
    },
    {
      key: 'state',
      header: t('publications.stateHeader'),
      cell: (publication) => <PublicationStateChip publication={publication} />,
    },
    {
      key: 'formats',
      header: t('publications.formats'),
      hideBelow: 'md',
      cell: ({ formats }) => formats.map((format) => t(`publications.format.${format}`)).join(listComma()),
    },
    {
      key: 'created',
      header: t('publications.created'),
      hideBelow: 'lg',
      cell: ({ created }) => (
        <>
          <span className="text-nowrap">{formatDateTime(created.on)}</span>
          <span className="d-block af-hint mt-0">{created.by}</span>
        </>
      ),
    },
    {
      key: 'approved',
      header: t('publications.approved'),
      hideBelow: 'lg',
      cell: ({ approved, approval }) =>
        approved && (
          <>
            <span className="text-nowrap">{formatDateTime(approved.on)}</span>
            <span className="d-block af-hint mt-0">{approval?.approvalReference ?? approved.by}</span>
          </>
        ),
    },
  ]
}
