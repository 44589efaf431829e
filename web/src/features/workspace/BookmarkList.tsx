import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHolderOf } from '@/api/editing'
import { useMe } from '@/api/queries'
import type { Bookmark } from '@/api/types'
import { bookmarkFolders, bookmarkList, useRemoveBookmark } from '@/api/workspace'
import { formatDate } from '@/lib/format'
import { StatusChip } from '@/lib/library/StatusChip'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { type ListState, useListState } from '@/lib/useListState'
import { PlaceHome, PlaceName } from '@/lib/workspace/PlaceName'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { LinkButton } from '@/ui/LinkButton'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { BookmarkDialog } from './BookmarkDialog'
import { StatusFilter } from './StatusFilter'
import { WorkspaceTable } from './WorkspaceTable'

const listDefaults = { sortKeys: ['createdOn'], sort: { key: 'createdOn', order: 'desc' } } as const

/** In an address a folder stands behind this, so that no folder at all can be chosen too. */
const inFolder = 'in:'

/** The bookmarks of the user, in folders. */
export function BookmarkList() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const folder = list.filter('folder')
  const [editing, setEditing] = useState<Bookmark>()
  const remove = useRemoveBookmark()
  const holderOf = useHolderOf()
  const page = useQuery(
    bookmarkList({
      ...list.pageRequest,
      keywordFilter: list.filter('filter') || undefined,
      statusFilter: list.filter('status') || undefined,
      folder: folder.startsWith(inFolder) ? folder.slice(inFolder.length) : undefined,
    }),
  )
  return (
    <>
      <WorkspaceTable
        caption={t('workspace.bookmark.title')}
        searchLabel={t('workspace.search')}
        list={list}
        page={page}
        failedTitle={t('workspace.bookmark.failed')}
        filterNames={['folder', 'status']}
        filters={
          <>
            <FolderFilter list={list} />
            <StatusFilter list={list} />
          </>
        }
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: t('workspace.bookmark.name'),
            cell: (bookmark) => (
              <PlaceName
                place={bookmark}
                name={bookmark.name}
                paragraph={bookmark}
                available={bookmark.available}
                held={holderOf(bookmark.path)}
              />
            ),
          },
          {
            key: 'folder',
            header: t('workspace.bookmark.folder'),
            hideBelow: 'md',
            cell: (bookmark) =>
              bookmark.folder && (
                <span className="d-inline-flex align-items-center gap-2">
                  <Icon name="folder" size="sm" />
                  {bookmark.folder}
                </span>
              ),
          },
          {
            key: 'home',
            header: t('workspace.home'),
            hideBelow: 'lg',
            cell: (bookmark) => <PlaceHome place={bookmark} />,
          },
          {
            key: 'status',
            header: t('library.column.status'),
            hideBelow: 'xl',
            cell: ({ status }) => status && <StatusChip status={status} />,
          },
          {
            key: 'createdOn',
            header: t('workspace.bookmark.on'),
            hideBelow: 'xl',
            cell: ({ createdOn }) => formatDate(createdOn),
          },
        ]}
        actionsHeader={t('workspace.actions')}
        rowActions={(bookmark) => (
          <>
            <IconButton
              icon="edit"
              label={t('workspace.bookmark.edit', { name: bookmark.name })}
              onClick={() => setEditing(bookmark)}
            />
            <IconButton
              icon="trash"
              label={t('workspace.bookmark.remove', { name: bookmark.name })}
              busy={remove.isPending && remove.variables.id === bookmark.id}
              onClick={() =>
                remove.mutate(bookmark, {
                  onError: showProblem,
                  onSuccess: () =>
                    showToast({
                      tone: 'success',
                      text: t('workspace.bookmark.removed', { name: bookmark.name }),
                    }),
                })
              }
            />
          </>
        )}
        empty={
          <EmptyState
            icon="bookmark"
            title={t('workspace.bookmark.empty')}
            text={t('workspace.bookmark.emptyText')}
            action={
              <LinkButton icon="library" href={href(paths.library())}>
                {t('workspace.toLibrary')}
              </LinkButton>
            }
          />
        }
      />
      {editing && <BookmarkDialog bookmark={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

function FolderFilter({ list }: { list: ListState<string> }) {
  const { t } = useTranslation()
  const folders = useQuery(bookmarkFolders).data ?? []
  const named = folders.filter(({ name }) => name !== '')
  if (named.length === 0) return null
  return (
    <Select
      label={t('workspace.bookmark.folder')}
      labelHidden
      value={list.filter('folder')}
      onChange={(event) => list.setFilter('folder', event.target.value)}
      options={[
        { value: '', label: t('workspace.bookmark.allFolders') },
        ...folders.map(({ name, count }) => ({
          value: `${inFolder}${name}`,
          label: `${name || t('workspace.bookmark.noFolder')} (${count})`,
        })),
      ]}
    />
  )
}
