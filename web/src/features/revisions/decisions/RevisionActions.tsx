import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RevisionDetail } from '@/api/types'
import { Button } from '@/ui/Button'
import { ConfirmRevisionDialog } from './ConfirmRevisionDialog'
import { RejectDialog } from './RejectDialog'
import { RestoreDialog } from './RestoreDialog'

type Asked = 'confirm' | 'reject' | 'restore'

/** The decisions that are open for a revision. */
export function RevisionActions({ revision }: { revision: RevisionDetail }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const reason = revision.mayDecide ? undefined : t('revisions.mayNotDecide')
  return (
    <>
      {revision.state === 'waiting' && (
        <>
          <Button icon="disabled" disabledReason={reason} onClick={() => setAsked('reject')}>
            {t('revisions.reject.action')}
          </Button>
          <Button
            variant="primary"
            icon="success"
            disabledReason={reason}
            onClick={() => setAsked('confirm')}
          >
            {t('revisions.confirm.action')}
          </Button>
        </>
      )}
      {revision.state === 'confirmed' && (
        <Button icon="restore" disabledReason={reason} onClick={() => setAsked('restore')}>
          {t('revisions.restore.action')}
        </Button>
      )}
      {asked === 'confirm' && <ConfirmRevisionDialog revision={revision} onClose={close} />}
      {asked === 'reject' && <RejectDialog revision={revision} onClose={close} />}
      {asked === 'restore' && <RestoreDialog revision={revision} onClose={close} />}
    </>
  )
}
