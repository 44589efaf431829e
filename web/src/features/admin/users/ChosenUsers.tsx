import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '@/api/types'
import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { BulkUsersDialog } from './BulkUsersDialog'
import '@/lib/editing/bulkBar.css'

interface ChosenUsersProps {
  chosen: readonly User[]
  onClear: () => void
}

/** The actions for the chosen users. */
export function ChosenUsers({ chosen, onClear }: ChosenUsersProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const isEmpty = chosen.length === 0
  return (
    // A live region is announced only if it is there before its text.
    <div className={isEmpty ? undefined : 'af-bulk-bar'}>
      <span role="status">{!isEmpty && t('editing.chosen', { count: chosen.length })}</span>
      {!isEmpty && (
        <>
          <Button icon="edit" onClick={() => setAsked(true)}>
            {t('admin.bulkUsers.open')}
          </Button>
          <IconButton icon="close" label={t('editing.clearChoice')} onClick={onClear} />
        </>
      )}
      {isAsked && (
        <BulkUsersDialog
          users={chosen}
          onSaved={() => {
            setAsked(false)
            onClear()
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}
