import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/ui/EmptyState'
import { ClearFilters } from './ClearFilters'

/** The message of a list whose filters match nothing. */
export function NoMatch({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon="search"
      title={text === '' ? t('list.noMatch') : t('list.noMatchTitle', { text })}
      text={t('list.noMatchText')}
      action={<ClearFilters onClear={onClear}>{t('list.clearSearch')}</ClearFilters>}
    />
  )
}
