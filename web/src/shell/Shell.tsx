import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigation } from 'react-router'
import { UploadPanel } from '@/features/imports/UploadPanel'
import { JobProgress } from '@/features/jobs/JobProgress'
import { ProgressBar } from '@/ui/ProgressBar'
import { Breadcrumb } from './Breadcrumb'
import { CachedPages } from './CachedPages'
import { FolderTreePlace, TreeToggle, useTreePanel } from './FolderTreePlace'
import { Footer } from './Footer'
import { Header } from './Header'
import { LeaveGuard } from './LeaveGuard'
import { OverlayHost } from './OverlayHost'
import { Sidebar } from './Sidebar'
import { useShortcuts } from './shortcuts/useShortcuts'
import { useFocusFollowsPage } from './useFocusFollowsPage'
import { useFocusStays } from './useFocusStays'
import { useSidebar } from './useSidebar'
import { WorkspaceButtons } from './WorkspaceButtons'
import './shell.css'

/** The frame every screen lives in. */
export function Shell() {
  const { t } = useTranslation()
  const sidebar = useSidebar()
  const main = useRef<HTMLElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const isLibrary = useLocation().pathname.includes('library')
  const tree = useTreePanel()
  useFocusFollowsPage(main)
  useFocusStays(main)
  useShortcuts({ search, toggleSidebar: sidebar.toggle })

  return (
    <div className="af-shell">
      <button
        type="button"
        className="af-skip-link btn af-btn-primary"
        // A link to #main would be taken for a route.
        onClick={() => main.current?.focus()}
      >
        {t('shell.skipToContent')}
      </button>
      <Header sidebar={sidebar} searchRef={search} />
      <Progress />
      <div className="af-body">
        <Sidebar sidebar={sidebar} />
        <div className="af-content" inert={sidebar.covering}>
          <div className="af-subbar">
            {isLibrary && <TreeToggle panel={tree} />}
            <Breadcrumb />
            <WorkspaceButtons />
          </div>
          <div className="af-columns">
            {isLibrary && <FolderTreePlace panel={tree} />}
            <main ref={main} className="af-main" tabIndex={-1}>
              <CachedPages />
            </main>
          </div>
          <Footer />
        </div>
      </div>
      <UploadPanel />
      <OverlayHost />
      <LeaveGuard />
    </div>
  )
}

/** Under the header: a page on its way, and the job that runs. */
function Progress() {
  const { t } = useTranslation()
  const { state } = useNavigation()
  return (
    <div className="af-progress-place">
      {state === 'loading' && <ProgressBar label={t('ui.loading')} labelHidden percent={undefined} />}
      <JobProgress />
    </div>
  )
}
