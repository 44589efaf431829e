import type { Comment, OpenComments, PlacedComment } from '@/api/types'

const author = { account: 'ruth.reader', name: 'Ruth Amsler' }
const moment = '2026-03-01T09:00:00Z'

interface ListedOptions {
  place?: string
  placeState?: string
  state?: string
  quote?: string
  text?: string
  isNew?: boolean
  hasSuggestion?: boolean
}

/** A thread about a module. */
export function listedComment(id: string, options: ListedOptions = {}): PlacedComment {
  const { place = 'p1', placeState = 'unchanged', state = 'open', quote = 'The hoist.' } = options
  return {
    thread: {
      id,
      target: place === '' ? 'module' : 'paragraph',
      quote,
      state,
      author,
      createdOn: moment,
      updatedOn: moment,
      comments: 1,
      version: '1',
    },
    path: '/H160/MEL/DMC-H160-A-25-00-00-00A-040A-A_en-US.XML',
    code: 'DMC-H160-A-25-00-00-00A-040A-A',
    title: 'Hoist',
    text: options.text ?? 'Is this right?',
    hasSuggestion: options.hasSuggestion ?? false,
    isFollowed: true,
    isNew: options.isNew ?? false,
    lastBy: author.account,
    place,
    placeState,
  }
}

/** A comment of somebody else. */
export function comment(id: string, options: Partial<Comment> = {}): Comment {
  return {
    id,
    author,
    text: 'Is this right?',
    mentions: [],
    createdOn: moment,
    isDeleted: false,
    isOwn: false,
    ...options,
  }
}

/** A thread with its comments. */
export function openComments(
  { thread, path }: PlacedComment,
  comments: Comment[],
  options: Partial<OpenComments> = {},
): OpenComments {
  return { thread, path, comments, mayResolve: true, mayAccept: false, ...options }
}
