import { Code } from '@/ui/Code'
import { displayName, type Folder } from './folders'

/** The display name as a link, with the technical name where that differs. */
export function FolderName({ folder, href }: { folder: Folder; href: string }) {
  const name = displayName(folder)
  return (
    <>
      <a href={href}>{name}</a>{' '}
      {name !== folder.name && (
        <span className="d-block af-hint mt-0">
          <Code>{folder.name}</Code>
        </span>
      )}
    </>
  )
}
