import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { Csdb, Manual } from '@/api/types'
import { can } from '@/lib/can'
import { displayName } from '@/lib/library/folders'
import { openOverlay } from '@/lib/overlay'
import { IconButton } from '@/ui/IconButton'

const wideOnly = 'd-none d-md-inline-flex'

/** The actions of a database in a list; only administrators may delete. */
export function DatabaseActions({ csdb }: { csdb: Csdb }) {
  const { t } = useTranslation()
  const me = useMe()
  const reason = useChangeReason()
  const name = displayName(csdb)
  return (
    <>
      <IconButton
        icon="add"
        // On a narrow window there is room for one button; the others are on the database's page.
        className={wideOnly}
        label={t('library.tree.createManual', { database: name })}
        disabledReason={reason}
        onClick={() => openOverlay({ kind: 'createManual', csdb })}
      />
      <IconButton
        icon="edit"
        className={wideOnly}
        label={t('library.rename.one', { name })}
        disabledReason={reason}
        onClick={() => openOverlay({ kind: 'renameFolder', folder: csdb })}
      />
      {can.deleteDatabase(me) && (
        <IconButton
          icon="trash"
          label={t('library.tree.deleteDatabase', { database: name })}
          onClick={() => openOverlay({ kind: 'deleteFolder', folder: csdb })}
        />
      )}
    </>
  )
}

export function ManualActions({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const reason = useChangeReason()
  const name = displayName(manual)
  return (
    <>
      <IconButton
        icon="edit"
        className={wideOnly}
        label={t('library.rename.one', { name })}
        disabledReason={reason}
        onClick={() => openOverlay({ kind: 'renameFolder', folder: manual })}
      />
      <IconButton
        icon="trash"
        label={t('library.delete.one', { name })}
        disabledReason={reason}
        onClick={() => openOverlay({ kind: 'deleteFolder', folder: manual })}
      />
    </>
  )
}

/** Why the library cannot be changed by this person, if so. */
export function useChangeReason(): string | undefined {
  const { t } = useTranslation()
  return can.createLibrary(useMe()) ? undefined : t('library.mayOnlyRead')
}
