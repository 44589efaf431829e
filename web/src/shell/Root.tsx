import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useParams } from 'react-router'
import { brand } from '@/lib/brand'
import { closeOverlay } from '@/lib/overlay'
import { AlertStack } from '@/ui/AlertStack'
import { ToastStack } from '@/ui/ToastStack'
import { useRouteHandle } from './routeHandle'
import { TranslatedUiTexts } from './TranslatedUiTexts'
import { useOnNavigation } from './useOnNavigation'

/** What stands around every page, signed in or not. */
export function Root() {
  useDocumentTitle()
  useOnNavigation(closeOverlay)
  return (
    <TranslatedUiTexts>
      <Outlet />
      <AlertStack />
      <ToastStack />
    </TranslatedUiTexts>
  )
}

function useDocumentTitle() {
  const { t } = useTranslation()
  const titleKey = useRouteHandle()?.titleKey
  // A database or manual is told apart from others by its name, also among the tabs of the browser.
  const { folderPath, manualPath } = useParams()
  const page = manualPath ?? folderPath ?? (titleKey && t(titleKey))
  const title = page ? `${page} · ${brand.title}` : brand.title
  useEffect(() => {
    document.title = title
  }, [title])
}
