import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bookmarksOfQuery, toggleBookmark } from '@/api/workspace'
import { showProblem } from '@/lib/showProblem'
import { showToast } from '@/ui/toasts'
import { useReading } from '../useReading'

/** The bookmarks of a module or manual, with a function to toggle them. Paragraphs are those of the version that is read. */
export function useBookmarks(path: string, version?: string) {
  const { t } = useTranslation()
  const reading = useReading()
  const marked = useQuery(bookmarksOfQuery(path, version)).data?.items ?? []
  const toggle = useMutation({
    mutationFn: (place: { anchor?: string; name?: string }) =>
      toggleBookmark({ path, ...reading, ...place, ...(place.anchor && { version }) }),
    onSuccess: (kept) =>
      showToast({ tone: 'success', text: t(kept ? 'reader.bookmark.added' : 'reader.bookmark.removed') }),
    onError: showProblem,
  })
  return {
    isBookmarked: (anchor?: string) =>
      marked.some(
        (each) =>
          each.path === path &&
          (anchor === undefined ? each.anchor === undefined : each.currentAnchor === anchor),
      ),
    // A second click while the first is on its way would take it back.
    toggle: (anchor?: string, name?: string) => {
      if (!toggle.isPending) toggle.mutate({ anchor, name })
    },
    busy: toggle.isPending,
  }
}
