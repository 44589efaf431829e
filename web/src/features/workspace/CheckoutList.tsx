import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useEditingRules } from '@/api/editing'
import { useMe } from '@/api/queries'
import type { CheckedOut } from '@/api/types'
import { checkedOutFiles } from '@/api/workspace'
import { can } from '@/lib/can'
import { BulkBar } from '@/lib/editing/BulkBar'
import { useChosenRows } from '@/lib/editing/useChosenRows'
import { useStatusEntries } from '@/lib/editing/useStatusEntries'
import { formatDateTime } from '@/lib/format'
import { StatusChip } from '@/lib/library/StatusChip'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { useListState } from '@/lib/useListState'
import { PlaceHome, PlaceName } from '@/lib/workspace/PlaceName'
import { placeHref } from '@/lib/workspace/places'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { LinkButton } from '@/ui/LinkButton'
import type { MenuItem } from '@/ui/menu'
import { DraftList } from './DraftList'
import { StatusFilter } from './StatusFilter'
import { WorkspaceTable } from './WorkspaceTable'

const rowKey = ({ path }: CheckedOut) => path

const listDefaults = { sortKeys: ['checkedOutOn'], sort: { key: 'checkedOutOn', order: 'desc' } } as const

/** The files that the user has checked out. */
export function CheckoutList() {
  const { t } = useTranslation()
  const me = useMe()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const rules = useEditingRules(can.editContent(me))
  const stepsOf = useStatusEntries(me, rules)
  const menuOf = (held: CheckedOut): MenuItem[] => {
    const { path, title, code } = held
    const about = { path, title: title || code }
    return [
      { kind: 'link', icon: 'book', label: t('workspace.open'), href: placeHref(held) },
      {
        kind: 'action',
        icon: 'success',
        label: t('editing.checkIn'),
        onSelect: () => openOverlay({ kind: 'checkIn', ...about }),
      },
      {
        kind: 'action',
        icon: 'cancel',
        label: t('editing.cancel'),
        onSelect: () => openOverlay({ kind: 'cancelCheckOut', ...about }),
      },
      ...stepsOf(held),
    ]
  }
  const page = useQuery(
    checkedOutFiles({
      ...list.pageRequest,
      keywordFilter: list.filter('filter') || undefined,
      statusFilter: list.filter('status') || undefined,
    }),
  )
  const rows = useChosenRows(page.data?.items, rowKey, ({ title, code }) => title || code)
  const account = me.user.account
  return (
    <div className="d-grid gap-4">
      <WorkspaceTable
        caption={t('workspace.checkout.title')}
        searchLabel={t('workspace.search')}
        list={list}
        page={page}
        failedTitle={t('workspace.checkout.failed')}
        rowKey={rowKey}
        choice={rows.choice}
        bulk={
          <BulkBar
            me={me}
            rules={rules}
            files={rows.chosen.map((held) => ({ ...held, checkedOutBy: account }))}
            onClear={rows.clear}
          />
        }
        filterNames={['status']}
        filters={<StatusFilter list={list} />}
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
            key: 'status',
            header: t('library.column.status'),
            hideBelow: 'md',
            cell: ({ status }) => status && <StatusChip status={status} />,
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
            <span className="d-inline-flex gap-2 align-items-center">
              <LinkButton size="sm" icon="edit" href={href(paths.editor(held.path))}>
                {t('editing.edit')}
              </LinkButton>
              <DropdownMenu
                label={t('library.actionsOf', { name: held.title || held.code })}
                trigger={<Icon name="more" />}
                items={menuOf(held)}
                buttonClassName="btn af-btn-ghost af-btn-icon"
              />
            </span>
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
      {can.editContent(me) && <DraftList />}
    </div>
  )
}
