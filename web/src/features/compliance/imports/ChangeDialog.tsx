import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { regulationChangeQuery } from '@/api/regulations'
import type { RegulationChange } from '@/api/types'
import { RedlineText } from '@/lib/compliance/RedlineText'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

interface ChangeDialogProps {
  /** Of the file. */
  id: string
  change: RegulationChange
  onClose: () => void
}

/** The text of a requirement, with what the file changes in it. */
export function ChangeDialog({ id, change, onClose }: ChangeDialogProps) {
  const { t } = useTranslation()
  const query = useQuery(regulationChangeQuery(id, change.position))
  const { oldCode, newCode, title, basis } = change
  return (
    <Dialog
      title={[newCode || oldCode, title].filter((part) => part !== '').join(' ')}
      size="lg"
      startsAtTop
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {basis !== '' && <p className="af-hint">{t(`regulations.basis.${basis}`)}</p>}
      <QueryFrame query={query} failedTitle={t('regulations.changesFailed')}>
        {(opened) => (
          <>
            <RedlineText label={t('regulations.redline')} pieces={opened.redline} />
            {opened.class !== 'changed' && <p className="af-hint mt-2">{t('regulations.beginning')}</p>}
          </>
        )}
      </QueryFrame>
    </Dialog>
  )
}
