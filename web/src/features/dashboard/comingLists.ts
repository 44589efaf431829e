import { paths } from '@/lib/paths'

/** The tabs that later parts of the product fill. This list may only shrink; `waiting.test.ts` knows how long it was. */
export const comingLists = [
  { id: 'recent', icon: 'clock', path: paths.my('recent') },
  { id: 'bookmark', icon: 'bookmark', path: paths.my('bookmark') },
  { id: 'col', icon: 'checkOut', path: paths.my('col') },
] as const
