import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Csdb, Manual } from '@/api/types'
import { displayName } from '@/lib/library/folders'
import { openOverlay } from '@/lib/overlay'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import type { IconName } from '@/ui/icons'
import { PageHead } from '@/ui/PageHead'
import { useChangeReason } from './FolderActions'

interface FolderHeadProps {
  folder: Csdb | Manual
  purpose: string
  type: string
  icon: IconName
  mayDelete: boolean
  /** Further actions. */
  children?: ReactNode
}

/** The head of a database's or a manual's page: its name and type, and how both are renamed and deleted. */
export function FolderHead({ folder, purpose, type, icon, mayDelete, children }: FolderHeadProps) {
  const { t } = useTranslation()
  const reason = useChangeReason(folder)
  return (
    <PageHead
      title={displayName(folder)}
      purpose={purpose}
      extra={
        <Chip tone="neutral" icon={icon}>
          {type}
        </Chip>
      }
      actions={
        <>
          <Button
            icon="edit"
            disabledReason={reason}
            onClick={() => openOverlay({ kind: 'renameFolder', folder })}
          >
            {t('library.rename.action')}
          </Button>
          {mayDelete && (
            <Button
              icon="trash"
              disabledReason={reason}
              onClick={() => openOverlay({ kind: 'deleteFolder', folder })}
            >
              {t('library.delete.action')}
            </Button>
          )}
          {children}
        </>
      }
    />
  )
}
