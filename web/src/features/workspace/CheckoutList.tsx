import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { checkedOutFiles } from '@/api/workspace'
import { formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { useListState } from '@/lib/useListState'
import { PlaceHome, PlaceName } from '@/lib/workspace/PlaceName'
import { placeHref } from '@/lib/workspace/places'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { WorkspaceTable } from './WorkspaceTable'

const listDefaults = { sortKeys: ['checkedOutOn'], sort: { key: 'checkedOutOn', order: 'desc' } } as const

/** The files that the user has checked out. */
export function CheckoutList() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const page = useQuery(
    checkedOutFiles({
      ...list.pageRequest,
      keywordFilter: list.filter('filter') || undefined,
    }),
  )
  return (
    <WorkspaceTable
      caption={t('workspace.checkout.title')}
      searchLabel={t('workspace.search')}
      list={list}
      page={page}
      failedTitle={t('workspace.checkout.failed')}
      rowKey={({ path }) => path}
      columns={[
        {
          key: 'name',
          header: t('workspace.what'),
          cell: (held) => <PlaceName place={held} available={held.available} />,
        },
        {
          key: 'home',
          header: t('workspace.home'),
          hideBelow: 'md',
          cell: (held) => <PlaceHome place={held} />,
        },
        {
          key: 'checkedOutOn',
          header: t('workspace.checkout.on'),
          hideBelow: 'lg',
          cell: ({ checkedOutOn }) => formatDateTime(checkedOutOn),
        },
      ]}
      actionsHeader={t('workspace.actions')}
      rowActions={(held) =>
        held.available && (
          <LinkButton size="sm" href={placeHref(held)}>
            {t('workspace.open')}
          </LinkButton>
        )
      }
      empty={
        <EmptyState
          icon="checkOut"
          title={t('workspace.checkout.empty')}
          text={t('workspace.checkout.emptyText')}
          action={
            <LinkButton icon="library" href={href(paths.library())}>
              {t('workspace.toLibrary')}
            </LinkButton>
          }
        />
      }
    />
  )
}
