import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { href, paths } from '@/lib/paths'
import { classes } from '@/ui/classes'
import { Icon } from '@/ui/Icon'

const buttons = [
  { path: paths.checkout(), icon: 'checkOut', labelKey: 'shell.workspace.checkout' },
  { path: paths.bookmark(), icon: 'bookmark', labelKey: 'shell.workspace.bookmark' },
  { path: paths.recent(), icon: 'clock', labelKey: 'shell.workspace.recent' },
] as const

/** Checkout List, Bookmark, Recent: the one of the current path is active, elsewhere none. */
export function WorkspaceButtons() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('shell.workspace.label')} className="btn-group af-workspace">
      {buttons.map(({ path, icon, labelKey }) => (
        <a
          key={path}
          href={href(path)}
          className={classes('btn btn-sm af-btn-secondary', pathname === path && 'active')}
          aria-current={pathname === path ? 'page' : undefined}
        >
          <Icon name={icon} size="sm" />
          <span className="af-workspace-label">{t(labelKey)}</span>
        </a>
      ))}
    </nav>
  )
}
