import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenChangeRequest } from '@/api/types'
import { Button } from '@/ui/Button'
import type { IconName } from '@/ui/icons'
import { EditRequestDialog } from './EditRequestDialog'
import { RequestActionDialog } from './RequestActionDialog'

const icons: Record<string, IconName> = {
  open: 'edit',
  reopen: 'restore',
  publish: 'success',
  cancel: 'cancel',
  pause: 'clock',
  finish: 'check',
  resume: 'edit',
}

/** The step that usually comes next. */
const forward: readonly string[] = ['open', 'finish', 'publish', 'resume']

/** The actions that the user may take now, and editing. */
export function RequestActions({ open }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<string>()
  const { abilities, request } = open
  return (
    <>
      {(abilities.mayDescribe || abilities.mayPlan) && (
        <Button icon="edit" onClick={() => setAsked('edit')}>
          {t('changeRequests.edit.open')}
        </Button>
      )}
      {abilities.actions.map((action) => (
        <Button
          key={action}
          icon={icons[action]}
          variant={forward.includes(action) ? 'primary' : 'secondary'}
          onClick={() => setAsked(action)}
        >
          {t(`changeRequests.action.${action}`)}
        </Button>
      ))}
      {asked === 'edit' && <EditRequestDialog open={open} onClose={() => setAsked(undefined)} />}
      {asked !== undefined && asked !== 'edit' && (
        <RequestActionDialog request={request} action={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}
