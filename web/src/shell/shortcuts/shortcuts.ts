import type { Me } from '@/api/types'
import { can } from '@/lib/can'
import { paths } from '@/lib/paths'

/** `g` and then one of these letters goes to the page. */
export const goKeys: readonly { key: string; labelKey: string; path: string; may?: (me: Me) => boolean }[] = [
  { key: 'd', labelKey: 'shell.page.dashboard', path: paths.dashboard() },
  { key: 'l', labelKey: 'shell.sidebar.library', path: paths.library() },
  { key: 't', labelKey: 'shell.sidebar.tasks', path: paths.tasks() },
  { key: 'i', labelKey: 'shell.sidebar.import', path: paths.import() },
  { key: 's', labelKey: 'shell.sidebar.search', path: paths.search() },
  { key: 'c', labelKey: 'shell.sidebar.checkout', path: paths.checkout() },
  { key: 'b', labelKey: 'shell.sidebar.bookmarks', path: paths.bookmark() },
  { key: 'r', labelKey: 'shell.sidebar.recent', path: paths.recent() },
  { key: 'o', labelKey: 'shell.page.operators', path: paths.operators() },
  { key: 'a', labelKey: 'shell.sidebar.admin', path: paths.admin(), may: can.administer },
]
