import { useQuery } from '@tanstack/react-query'
import { type RefObject, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { countsQuery, useMe } from '@/api/queries'
import { HeaderAircraft } from '@/features/library/reader/AircraftButton'
import { LanguageSwitch } from '@/features/session/LanguageSwitch'
import { chooseLanguage } from '@/features/session/language'
import { brand } from '@/lib/brand'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { classes } from '@/ui/classes'
import { IconButton } from '@/ui/IconButton'
import { AccountMenu } from './AccountMenu'
import { HeaderSearch } from './HeaderSearch'
import type { SidebarState } from './useSidebar'

interface HeaderProps {
  sidebar: SidebarState
  searchRef: RefObject<HTMLInputElement | null>
}

export function Header({ sidebar, searchRef }: HeaderProps) {
  const { t } = useTranslation()
  const me = useMe()
  const scrolled = useScrolled()
  return (
    <header className={classes('af-header', scrolled && 'shadow-sm')}>
      <IconButton
        icon="menu"
        label={t('shell.header.toggleSidebar')}
        aria-expanded={sidebar.visible}
        aria-controls="sidebar"
        onClick={sidebar.toggle}
      />
      <a href={href(paths.home())} className="af-header-logo">
        <img src={brand.logo} width={brand.logoWidth} alt={brand.title} />
      </a>
      <span className="af-header-title">
        {/* The mark beside it already shows the name to those who see it. */}
        <span className="visually-hidden">{brand.title} </span>
        {t('shell.header.title')}
      </span>
      <HeaderSearch inputRef={searchRef} />
      <div className="af-header-tools">
        <HeaderAircraft />
        <IconButton
          icon="keyboard"
          className="af-header-palette"
          label={t('shell.header.palette')}
          onClick={() => openOverlay({ kind: 'palette' })}
        />
        <LanguageSwitch onChoose={(language) => chooseLanguage(language, me)} />
        <NotificationBell />
        <AccountMenu />
      </div>
    </header>
  )
}

function NotificationBell() {
  const { t } = useTranslation()
  const unread = useQuery(countsQuery).data?.messages ?? 0
  return (
    <span className="af-bell">
      <IconButton
        icon="bell"
        label={t('shell.header.notifications', { count: unread })}
        onClick={() => openOverlay({ kind: 'notifications' })}
      />
      {unread > 0 && (
        <span className="af-bell-count" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </span>
  )
}

function useScrolled(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('scroll', listener, { passive: true })
      return () => document.removeEventListener('scroll', listener)
    },
    () => document.documentElement.scrollTop > 0,
  )
}
