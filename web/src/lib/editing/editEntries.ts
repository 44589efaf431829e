import type { File, Me } from '@/api/types'
import { can } from '@/lib/can'
import { formatDateTime } from '@/lib/format'
import { isModuleKind } from '@/lib/library/objects'
import { openOverlay } from '@/lib/overlay'
import { paths } from '@/lib/paths'
import type { ActionEntry } from '@/ui/menu'

/** Who has checked a file out, and since when. */
export type HeldBy = Pick<File, 'checkedOutBy' | 'checkedOutOn'>

/** A file as far as its check-out is concerned. */
export type HeldFile = HeldBy & Pick<File, 'path' | 'title' | 'code'>

interface EditContext {
  t: (key: string, values?: Record<string, string>) => string
  me: Me
  go: (path: string) => void
  /** Takes the lock; shows its own problems. Resolves with false when it failed. */
  checkOut: (path: string) => Promise<boolean>
  /** The paragraph to begin at, by its id in the page. */
  place?: () => string | undefined
}

/** The kinds of files whose text the editor opens. */
export const isEditable = ({ kind }: Pick<File, 'kind'>) => isModuleKind(kind) || kind === 'pm'

export const holderText = ({ checkedOutBy = '', checkedOutOn }: HeldBy, t: EditContext['t']) =>
  t('editing.heldBy', { holder: checkedOutBy, since: formatDateTime(checkedOutOn ?? '') })

/** Edit, check out, check in and cancel, as far as this person may; the first entry is Edit. */
export function editEntries(file: HeldFile, { t, me, go, checkOut, place }: EditContext): ActionEntry[] {
  if (!can.editContent(me, file.path)) return []
  const { path, checkedOutBy } = file
  const title = file.title || file.code
  const isMine = checkedOutBy === me.user.account
  const disabledReason = checkedOutBy !== undefined && !isMine ? holderText(file, t) : undefined
  const edit = async () => {
    const at = place?.()
    if (isMine || (await checkOut(path))) go(paths.editor(path, { at }))
  }
  const action = (icon: ActionEntry['icon'], label: string, onSelect: () => void): ActionEntry => ({
    kind: 'action',
    icon,
    label,
    onSelect,
  })
  const entries = [{ ...action('edit', t('editing.edit'), () => void edit()), disabledReason }]
  if (checkedOutBy === undefined) {
    entries.push({ ...action('checkOut', t('editing.checkOut'), () => void checkOut(path)), disabledReason })
  }
  const cancel = (label: string, holder?: string) =>
    action('cancel', label, () => openOverlay({ kind: 'cancelCheckOut', path, title, holder }))
  if (isMine) {
    const checkIn = () => openOverlay({ kind: 'checkIn', path, title })
    return [...entries, action('success', t('editing.checkIn'), checkIn), cancel(t('editing.cancel'))]
  }
  const mayRelease = checkedOutBy !== undefined && can.approve(me, path)
  return mayRelease ? [...entries, cancel(t('editing.release'), checkedOutBy)] : entries
}
