import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMe } from '@/api/queries'
import type { Csdb, Manual } from '@/api/types'
import { can } from '@/lib/can'
import { displayName, type Folder } from '@/lib/library/folders'
import { openOverlay } from '@/lib/overlay'
import { paths } from '@/lib/paths'
import { type RowAction, RowActions } from '@/ui/RowActions'

/** The actions of a database in a list; only administrators may delete. */
export function DatabaseActions({ csdb }: { csdb: Csdb }) {
  const { t } = useTranslation()
  const me = useMe()
  const disabledReason = useChangeReason(csdb)
  const name = displayName(csdb)
  const actions: RowAction[] = [
    {
      icon: 'add',
      label: t('library.tree.createManual', { database: name }),
      disabledReason,
      onSelect: () => openOverlay({ kind: 'createManual', csdb }),
    },
    {
      icon: 'edit',
      label: t('library.rename.one', { name }),
      disabledReason,
      onSelect: () => openOverlay({ kind: 'renameFolder', folder: csdb }),
    },
  ]
  if (can.deleteDatabase(me)) {
    actions.push({
      icon: 'trash',
      label: t('library.tree.deleteDatabase', { database: name }),
      onSelect: () => openOverlay({ kind: 'deleteFolder', folder: csdb }),
    })
  }
  return <RowActions label={t('library.actionsOf', { name })} actions={actions} />
}

interface ManualActionsProps {
  manual: Manual
  /** How many are buttons beside the menu. All of them, unless it is given. */
  buttons?: number
  /** Actions at the head of the menu. */
  more?: readonly RowAction[]
}

export function ManualActions({ manual, buttons, more = [] }: ManualActionsProps) {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const disabledReason = useChangeReason(manual)
  const mayEdit = can.editContent(me, manual.path)
  const name = displayName(manual)
  const replace: RowAction = {
    icon: 'replace',
    label: t('replacements.inManual', { name }),
    onSelect: () => void navigate(paths.replace({ manual: [manual.path] })),
  }
  const templates: RowAction = {
    icon: 'module',
    label: t('modules.templates.of', { name }),
    onSelect: () => openOverlay({ kind: 'templates', manualPath: manual.path }),
  }
  return (
    <RowActions
      label={t('library.actionsOf', { name })}
      buttons={buttons}
      actions={[
        {
          icon: 'add',
          label: t('modules.new.inManual', { name }),
          disabledReason: mayEdit ? undefined : t('library.mayOnlyRead'),
          onSelect: () => openOverlay({ kind: 'newModule', manualPath: manual.path }),
        },
        ...more,
        ...(mayEdit ? [replace] : []),
        ...(can.manageSystem(me) ? [templates] : []),
        {
          icon: 'edit',
          label: t('library.rename.one', { name }),
          disabledReason,
          onSelect: () => openOverlay({ kind: 'renameFolder', folder: manual }),
        },
        {
          icon: 'trash',
          label: t('library.delete.one', { name }),
          disabledReason,
          onSelect: () => openOverlay({ kind: 'deleteFolder', folder: manual }),
        },
      ]}
    />
  )
}

/** Why a folder cannot be changed by this person, if so. */
export function useChangeReason({ path }: Pick<Folder, 'path'>): string | undefined {
  const { t } = useTranslation()
  return can.createLibrary(useMe(), path) ? undefined : t('library.mayOnlyRead')
}
