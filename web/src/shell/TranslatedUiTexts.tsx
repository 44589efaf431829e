import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { type UiTexts, UiTextsProvider } from '@/ui/UiTexts'

/** Gives the parts of `ui/` their words in the current language. */
export function TranslatedUiTexts({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const texts = useMemo<UiTexts>(
    () => ({
      close: t('ui.close'),
      cancel: t('ui.cancel'),
      clear: t('ui.clear'),
      copy: t('ui.copy'),
      copied: t('ui.copied'),
      retry: t('ui.retry'),
      loading: t('ui.loading'),
      required: t('ui.required'),
      showPassword: t('ui.showPassword'),
      hidePassword: t('ui.hidePassword'),
      noOptions: t('ui.noOptions'),
      fileLimit: (count) => t('ui.fileLimit', { count }),
      selected: (count) => t('ui.selected', { count }),
      chooseAll: t('ui.chooseAll'),
      chooseRow: (name) => t('ui.chooseRow', { name }),
      pagination: t('ui.pagination'),
      previousPage: t('ui.previousPage'),
      nextPage: t('ui.nextPage'),
      page: (page) => t('ui.page', { page: formatNumber(page) }),
      pageSize: t('ui.pageSize'),
      earlierMessages: (count) => t('ui.earlierMessages', { count }),
      moreMessages: (count) => t('ui.moreMessages', { count }),
      times: (count) => t('ui.times', { count }),
      showAll: t('ui.showAll'),
      showFewer: t('ui.showFewer'),
      closeAll: t('ui.closeAll'),
      range: (from, to, total) =>
        t('ui.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) }),
    }),
    [t],
  )
  return <UiTextsProvider value={texts}>{children}</UiTextsProvider>
}
