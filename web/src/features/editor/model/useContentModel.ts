import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { contentModelQuery } from '@/api/editing'
import { ContentModel } from './contentModel'

/** The allowed content of a file's elements; undefined until it is loaded. */
export function useContentModel(path: string): ContentModel | undefined {
  const view = useQuery(contentModelQuery(path)).data
  return useMemo(() => (view && view.elements.length > 0 ? new ContentModel(view) : undefined), [view])
}
