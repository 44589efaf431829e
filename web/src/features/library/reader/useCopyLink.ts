import { useTranslation } from 'react-i18next'
import { copyText } from '@/ui/copyText'
import { showToast } from '@/ui/toasts'

/** Puts an address of ours on the clipboard and says so. */
export function useCopyLink() {
  const { t } = useTranslation()
  return async (path: string) => {
    const done = await copyText(`${location.origin}${location.pathname}#${path}`)
    showToast(
      done
        ? { tone: 'success', text: t('reader.link.copied') }
        : { tone: 'danger', text: t('reader.link.failed') },
    )
  }
}
