import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { createPath, Outlet, useLocation, useParams } from 'react-router'
import { closeOverlay } from '@/lib/overlay'
import { useCurrentPageName } from '@/lib/pageName'
import { useDocumentTitle } from '@/lib/useDocumentTitle'
import { AlertStack } from '@/ui/AlertStack'
import { dismissSuccessesLinkedTo } from '@/ui/alerts'
import { ToastStack } from '@/ui/ToastStack'
import { useRouteHandle } from './routeHandle'
import { TranslatedUiTexts } from './TranslatedUiTexts'
import { useOnNavigation } from './useOnNavigation'

/** The parts around every page, signed in or not. */
export function Root() {
  useDocumentTitle(usePageTitle())
  useOnNavigation(closeOverlay)
  const address = `#${createPath(useLocation())}`
  useEffect(() => dismissSuccessesLinkedTo(address), [address])
  return (
    <TranslatedUiTexts>
      <Outlet />
      <AlertStack />
      <ToastStack />
    </TranslatedUiTexts>
  )
}

function usePageTitle(): string | undefined {
  const { t } = useTranslation()
  const titleKey = useRouteHandle()?.titleKey
  // A database or manual is told apart from others by its name, also among the tabs of the browser.
  const { folderPath, manualPath } = useParams()
  const name = useCurrentPageName()
  return name ?? manualPath ?? folderPath ?? (titleKey && t(titleKey))
}
