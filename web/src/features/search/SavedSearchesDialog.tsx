import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { deleteSavedSearch, savedSearchesQuery, updateSavedSearch } from '@/api/search'
import type { SavedSearch } from '@/api/types'
import { formatDate } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { Skeleton } from '@/ui/Skeleton'
import { SearchNameDialog } from './SearchNameDialog'
import { chosenFilters, type SearchState, stateOf } from './searchState'
import type { SearchNavigation } from './useSearchState'

interface SavedSearchesDialogProps {
  place: SearchNavigation
  onClose: () => void
}

export function SavedSearchesDialog({ place, onClose }: SavedSearchesDialogProps) {
  const { t } = useTranslation()
  const saved = useQuery(savedSearchesQuery)
  const [leaving, setLeaving] = useState<SavedSearch>()
  const [naming, setNaming] = useState<SavedSearch>()
  return (
    <Dialog title={t('search.saved.title')} startsAtTop onClose={onClose}>
      <QueryFrame query={saved} failedTitle={t('search.saved.failed')} loading={<Skeleton lines={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="bookmark" title={t('search.saved.none')} text={t('search.saved.noneText')} />
          ) : (
            <ul className="se-saved">
              {all.map((each) => (
                <SavedLine
                  key={each.id}
                  saved={each}
                  onOpen={(state) => {
                    place.ask(state)
                    onClose()
                  }}
                  onRename={() => setNaming(each)}
                  onDelete={() => setLeaving(each)}
                />
              ))}
            </ul>
          )
        }
      </QueryFrame>
      {naming && (
        <SearchNameDialog
          title={t('search.saved.renameTitle')}
          confirmText={t('search.saved.renameConfirm')}
          usualName={naming.name}
          isShared={naming.shared}
          onSave={(name, shared) => updateSavedSearch(naming.id, name, shared)}
          onClose={() => setNaming(undefined)}
        />
      )}
      {leaving && <DeleteSavedDialog saved={leaving} onClose={() => setLeaving(undefined)} />}
    </Dialog>
  )
}

interface SavedLineProps {
  saved: SavedSearch
  onOpen: (state: SearchState) => void
  onRename: () => void
  onDelete: () => void
}

function SavedLine({ saved, onOpen, onRename, onDelete }: SavedLineProps) {
  const { t } = useTranslation()
  const state = stateOf(saved.request)
  const isOwn = useMe().user.account === saved.owner
  const narrowed = chosenFilters(state).length
  const facts = [
    state.text || t('search.saved.newest'),
    narrowed > 0 && t('search.saved.filters', { count: narrowed }),
    formatDate(saved.createdOn),
    saved.shared && (isOwn ? t('search.saved.shared') : t('search.saved.sharedBy', { account: saved.owner })),
  ].filter(Boolean)
  return (
    <li>
      <div>
        <Button variant="link" onClick={() => onOpen(state)}>
          {saved.name}
        </Button>
        <span className="d-block af-hint mt-0">{facts.join(' · ')}</span>
      </div>
      {isOwn && (
        <>
          <IconButton icon="edit" label={t('search.saved.edit', { name: saved.name })} onClick={onRename} />
          <IconButton
            icon="trash"
            label={t('search.saved.delete', { name: saved.name })}
            onClick={onDelete}
          />
        </>
      )}
    </li>
  )
}

function DeleteSavedDialog({ saved, onClose }: { saved: SavedSearch; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useMutation({ mutationFn: () => deleteSavedSearch(saved.id), onSuccess: onClose })
  return (
    <ConfirmDialog
      danger
      title={t('search.saved.deleteTitle')}
      confirmText={t('search.saved.deleteConfirm')}
      busyText={t('search.saved.deleting')}
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('search.saved.deleteText', { name: saved.name })}
    </ConfirmDialog>
  )
}
