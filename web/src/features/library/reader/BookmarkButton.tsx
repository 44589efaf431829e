import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/IconButton'
import { useBookmarks } from './useBookmarks'

/** Keeps a module or a manual among the bookmarks, with one click. */
export function BookmarkButton({ path, of }: { path: string; of: 'module' | 'manual' }) {
  const { t } = useTranslation()
  const { isBookmarked, toggle, busy } = useBookmarks(path)
  const kept = isBookmarked()
  return (
    <IconButton
      icon={kept ? 'bookmarked' : 'bookmark'}
      variant="secondary"
      className={kept ? 'rd-kept' : undefined}
      aria-pressed={kept}
      busy={busy}
      label={kept ? t('reader.bookmark.remove') : t(`reader.bookmark.${of}`)}
      onClick={() => toggle()}
    />
  )
}
