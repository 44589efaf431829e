import { useTranslation } from 'react-i18next'
import { copyText } from '@/ui/copyText'
import { showToast } from '@/ui/toasts'

/** Copies a text, or an address of ours, to the clipboard and says so. */
export function useCopy() {
  const { t } = useTranslation()
  const copy = async (value: string, messageKey: string) => {
    const done = await copyText(value)
    showToast(
      done ? { tone: 'success', text: t(messageKey) } : { tone: 'danger', text: t('reader.link.failed') },
    )
  }
  return {
    link: (path: string) => copy(`${location.origin}${location.pathname}#${path}`, 'reader.link.copied'),
    text: (text: string) => copy(text, 'ui.copied'),
  }
}
