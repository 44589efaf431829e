import type { File, Me } from '@/api/types'
import { can } from '@/lib/can'
import { openOverlay } from '@/lib/overlay'
import type { ActionEntry } from '@/ui/menu'

type Translate = (key: string) => string

/** Makes new modules out of a module, and changes the alternates of a container; none where the user may not edit. */
export function moduleEntries(file: File, me: Me, t: Translate): ActionEntry[] {
  if (!can.editContent(me, file.path)) return []
  const { path, kind, title, code } = file
  const manualPath = path.split('/').slice(0, 3).join('/')
  const copy: ActionEntry = {
    kind: 'action',
    icon: 'copy',
    label: t('modules.new.asCopy'),
    onSelect: () => openOverlay({ kind: 'newModule', manualPath, copyOf: path }),
  }
  const translate: ActionEntry = {
    kind: 'action',
    icon: 'language',
    label: t('translation.action'),
    onSelect: () => openOverlay({ kind: 'translate', path }),
  }
  if (kind === 'pm') return [copy, translate]
  if (kind === 'container') {
    const change = () => openOverlay({ kind: 'alternates', path, title: title || code })
    return [
      copy,
      { kind: 'action', icon: 'container', label: t('modules.alternates.action'), onSelect: change },
    ]
  }
  if (kind !== 'dm') return [copy]
  const contain = () => openOverlay({ kind: 'newContainer', path })
  return [
    copy,
    translate,
    { kind: 'action', icon: 'container', label: t('modules.container.action'), onSelect: contain },
  ]
}
