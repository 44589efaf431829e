import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import SimpleBar from 'simplebar-react'
import 'simplebar-react/dist/simplebar.min.css'
import { complianceQuery } from '@/api/compliance'
import { databasesQuery } from '@/api/library'
import { countsQuery, useMe } from '@/api/queries'
import { classes } from '@/ui/classes'
import { signOut } from './leave'
import { SidebarGroupPart, SidebarItemPart } from './SidebarParts'
import { groupOf, sidebarEntries } from './sidebarModel'
import type { SidebarState } from './useSidebar'

export function Sidebar({ sidebar }: { sidebar: SidebarState }) {
  const { t } = useTranslation()
  const me = useMe()
  const { pathname } = useLocation()
  const counts = useQuery(countsQuery).data
  const databases = useQuery(databasesQuery()).data
  const collections = useQuery(complianceQuery()).data
  const entries = sidebarEntries(t, {
    me,
    unnotifiedJobs: counts?.tasks,
    pendingRevisions: counts?.updates,
    policyReviews: counts?.policyReviews,
    databases,
    collections,
    signOut: () => void signOut(),
  })
  const open = useOpenGroups(groupOf(entries, pathname))
  const nav = useCovering(sidebar)
  return (
    <>
      {sidebar.covering && <div className="af-sidebar-backdrop" aria-hidden="true" onClick={sidebar.close} />}
      <nav
        ref={nav}
        id="sidebar"
        aria-label={t('shell.sidebar.label')}
        tabIndex={-1}
        hidden={!sidebar.visible}
        className={classes('af-sidebar', sidebar.covering && 'af-sidebar-covering')}
      >
        {/* A click on the track scrolls in steps of 40 px: SimpleBar's own constant. */}
        <SimpleBar className="af-sidebar-scroll" clickOnTrack ariaLabel={t('shell.sidebar.label')}>
          <ul className="af-sidebar-list">
            {entries.map((entry) =>
              entry.kind === 'item' ? (
                <SidebarItemPart key={entry.label} item={entry} pathname={pathname} />
              ) : (
                <SidebarGroupPart
                  key={entry.id}
                  group={entry}
                  pathname={pathname}
                  open={open.has(entry.id)}
                  onToggle={() => open.toggle(entry.id)}
                />
              ),
            )}
          </ul>
        </SimpleBar>
      </nav>
    </>
  )
}

/** The open groups: those that the user opened, and the one of the current page. */
function useOpenGroups(current: string | undefined) {
  const [open, setOpen] = useState<readonly string[]>(current ? [current] : [])
  const [entered, setEntered] = useState(current)
  if (entered !== current) {
    setEntered(current)
    if (current && !open.includes(current)) setOpen([...open, current])
  }
  return {
    has: (id: string) => open.includes(id),
    toggle: (id: string) => setOpen(open.includes(id) ? open.filter((each) => each !== id) : [...open, id]),
  }
}

/** While it lies over the page, the sidebar has the focus, and Escape takes it away. */
function useCovering({ covering, close }: SidebarState) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!covering) return
    const opener = document.activeElement
    nav.current?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [covering, close])
  return nav
}
