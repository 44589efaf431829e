import { useTranslation } from 'react-i18next'
import type { Media } from '@/api/types'
import { Chip } from '@/ui/Chip'

/** Whether it is as it was delivered, or a draft of the operator's own. */
export function MediaStatus({ media }: { media: Media }) {
  const { t } = useTranslation()
  const draft = media.status === 'Draft'
  return (
    <Chip tone={draft ? 'info' : 'success'} icon={draft ? 'edit' : 'success'}>
      {t(`library.status.${media.status}`)}
    </Chip>
  )
}
