import { BookmarkList } from './BookmarkList'
import { CheckoutList } from './CheckoutList'
import { RecentList } from './RecentList'

/** What a person keeps at hand, by the last words of its addresses. */
export const workspaceLists = { recent: RecentList, bookmark: BookmarkList, checkout: CheckoutList }
