import type { Csdb, HeldObject, Manual, Me, SearchSuggestion } from '@/api/types'
import { can } from '@/lib/can'
import { holderText } from '@/lib/editing/editEntries'
import { databaseOf, displayName } from '@/lib/library/folders'
import { mediaPage, objectPage } from '@/lib/library/objects'
import { openOverlay } from '@/lib/overlay'
import { paths } from '@/lib/paths'
import { type Command, matching } from './commands'

/** More would push what else can be done out of sight. */
const mostFolders = 8

interface LibraryMatches {
  databases: readonly Csdb[]
  manuals: readonly Manual[]
  /** The suggestions of the server. */
  suggestions: readonly SearchSuggestion[]
  /** Who has checked the file at a path out. */
  holderOf: (path: string) => HeldObject | undefined
}

interface Words {
  t: (key: string, values?: Record<string, string>) => string
  me: Me
  go: (path: string) => void
}

/** Databases, manuals and modules that match the text, their creation commands and the full-text search; nothing for an empty text. */
export function libraryCommands(text: string, found: LibraryMatches, { t, me, go }: Words): Command[] {
  const wanted = text.trim()
  if (wanted === '') return []
  const folders = [
    ...found.databases.map((csdb): Command => {
      const path = paths.database(csdb.name)
      return {
        id: path,
        group: 'library',
        label: displayName(csdb),
        icon: 'database',
        keywords: csdb.name,
        run: () => go(path),
      }
    }),
    ...found.manuals.map((manual): Command => {
      const database = databaseOf(manual)
      const path = paths.manual(database, manual.name)
      return {
        id: path,
        group: 'library',
        label: displayName(manual),
        note: database,
        icon: 'book',
        keywords: `${manual.name} ${database}`,
        run: () => go(path),
      }
    }),
  ]
  const changeable = found.databases.filter(({ path }) => can.createLibrary(me, path))
  const creations = changeable.map((csdb): Command => {
    const path = paths.database(csdb.name)
    return {
      id: `createManual ${path}`,
      group: 'library',
      label: t('library.tree.createManual', { database: displayName(csdb) }),
      icon: 'add',
      keywords: csdb.name,
      run: () => openOverlay({ kind: 'createManual', csdb }),
    }
  })
  const modules = found.suggestions.flatMap(
    ({ kind, path, title, code, status, text: offered }): Command[] => {
      const isMedia = kind === 'media'
      const page = path && (isMedia ? mediaPage(path) : objectPage(path))
      if (!page) return []
      const held = found.holderOf(path)
      const note = [
        isMedia ? undefined : code,
        status === 'Obsolete' ? t('library.status.Obsolete') : undefined,
        held && holderText(held, t),
      ]
      const icon = isMedia ? 'illustration' : 'module'
      const label = title || offered
      return [
        {
          id: page,
          group: 'module',
          label,
          note: note.filter(Boolean).join(' · ') || undefined,
          icon,
          run: () => go(page),
        },
      ]
    },
  )
  const search: Command = {
    id: 'search',
    group: 'search',
    label: t('palette.search', { text: wanted }),
    icon: 'search',
    run: () => go(paths.search(wanted)),
  }
  return [
    ...matching(folders, wanted).slice(0, mostFolders),
    ...matching(creations, wanted).slice(0, mostFolders),
    ...modules,
    search,
  ]
}
