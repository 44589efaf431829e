import { useTranslation } from 'react-i18next'
import { saveSearch } from '@/api/search'
import { showToast } from '@/ui/toasts'
import { SearchNameDialog } from './SearchNameDialog'
import { requestOf, type SearchState } from './searchState'

/** Keeps the question with all that is chosen, under a name of one's own. */
export function SaveSearchDialog({ state, onClose }: { state: SearchState; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SearchNameDialog
      title={t('search.save.title')}
      hint={t('search.save.hint')}
      confirmText={t('search.save.confirm')}
      usualName={state.text}
      onSave={async (name, shared) => {
        await saveSearch(name, requestOf(state), shared)
        showToast({ tone: 'success', text: t('search.save.done', { name }) })
      }}
      onClose={onClose}
    />
  )
}
