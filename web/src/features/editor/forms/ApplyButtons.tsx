import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'

interface ApplyButtonsProps {
  busy: boolean
  disabledReason: string | undefined
  onClose: () => void
}

/** The buttons of a form. */
export function ApplyButtons({ busy, disabledReason, onClose }: ApplyButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button onClick={onClose} disabled={busy}>
        {t('ui.cancel')}
      </Button>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        busyText={t('forms.applying')}
        disabledReason={disabledReason}
      >
        {t('forms.apply')}
      </Button>
    </>
  )
}
