import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { contentModelQuery } from '@/api/editing'
import { ContentModel } from './contentModel'

/** What the elements of a file may hold; undefined until it is loaded. */
export function useContentModel(path: string): ContentModel | undefined {
  const view = useQuery(contentModelQuery(path)).data
  return useMemo(() => (view && view.elements.length > 0 ? new ContentModel(view) : undefined), [view])
}
