import { BookmarkList } from './BookmarkList'
import { CheckoutList } from './CheckoutList'
import { RecentList } from './RecentList'

/** The lists of the workspace, by the last part of their addresses. */
export const workspaceLists = { recent: RecentList, bookmark: BookmarkList, checkout: CheckoutList }
