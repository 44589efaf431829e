import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'

/** Takes the text as it is now; what was entered stays. Nothing without a way to do so. */
export function ReloadText({ onReload }: { onReload: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    onReload && (
      <Button variant="link" size="sm" onClick={onReload}>
        {t('form.reload')}
      </Button>
    )
  )
}
