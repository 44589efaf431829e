import { createContext, useContext } from 'react'
import type { commentCalls } from '@/api/comments'

/** The calls of the panel, for the signed-in account. */
export type CommentCalls = typeof commentCalls & { account: string }

const context = createContext<CommentCalls | undefined>(undefined)

export const CommentCallsProvider = context.Provider

export function useCommentCalls(): CommentCalls {
  const calls = useContext(context)
  if (!calls) throw new Error('A panel of comments needs its calls')
  return calls
}
