import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useCurrentPageName } from '@/lib/pageName'
import { href, paths } from '@/lib/paths'
import { Icon } from '@/ui/Icon'
import { type Crumb, crumbsOf } from './crumbs'
import { useRouteHandle } from './routeHandle'

export function Breadcrumb() {
  const { t } = useTranslation()
  const crumbs = crumbsOf(useRouteHandle(), useParams(), t, useCurrentPageName())
  return (
    <nav aria-label={t('shell.breadcrumb')} className="af-breadcrumb">
      <ol>
        <li>
          <a href={href(paths.home())} aria-label={t('shell.home')}>
            <Icon name="home" size="sm" />
          </a>
        </li>
        {crumbs.map((crumb, index) => (
          <li key={crumb.path ?? crumb.text}>
            <Icon name="chevronRight" size="sm" />
            <CrumbText crumb={crumb} last={index === crumbs.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function CrumbText({ crumb, last }: { crumb: Crumb; last: boolean }) {
  if (last || crumb.path === undefined) {
    return (
      <span aria-current={last ? 'page' : undefined} title={crumb.text}>
        {crumb.text}
      </span>
    )
  }
  return <a href={href(crumb.path)}>{crumb.text}</a>
}
