import type { CommentFilter } from '@/api/comments'
import { saveFile } from '@/api/download'
import { ExportMenu } from '@/lib/ExportMenu'

/** Gives the threads of a list, all pages of it, as a file. */
export function ExportComments({ filter }: { filter: CommentFilter }) {
  return (
    <ExportMenu
      onExport={(format) => {
        const query = new URLSearchParams({ format })
        for (const [name, value] of Object.entries(filter)) if (value) query.set(name, String(value))
        return saveFile(`/comments/export?${query}`, `comments.${format}`)
      }}
    />
  )
}
