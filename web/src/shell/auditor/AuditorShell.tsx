import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useMe } from '@/api/queries'
import { LanguageSwitch } from '@/features/session/LanguageSwitch'
import { chooseLanguage } from '@/features/session/language'
import { brand } from '@/lib/brand'
import { Button } from '@/ui/Button'
import { signOut } from '../leave'
import { useFocusFollowsPage } from '../useFocusFollowsPage'
import { useFocusStays } from '../useFocusStays'
import { AuditedCollection } from './AuditedCollection'
import { AuditedItem } from './AuditedItem'
import { AuditedManual } from './AuditedManual'
import { AuditedModule } from './AuditedModule'
import { AuditorHome } from './AuditorHome'
import '../shell.css'
import './auditor.css'

const auditedItem = (params: URLSearchParams) =>
  ['collection', 'item', 'manual', 'module'].map((name) => params.get(name)).join(' ')

/** The whole application for an auditor: the granted collections and manuals, and nothing else. */
export function AuditorShell() {
  const { t } = useTranslation()
  const me = useMe()
  const main = useRef<HTMLElement>(null)
  useFocusFollowsPage(main, auditedItem)
  useFocusStays(main)
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
      <header className="af-header">
        <Link to={{ search: '' }} className="af-header-logo">
          <img src={brand.logo} width={brand.logoWidth} alt={brand.title} />
        </Link>
        <span className="af-header-title">{t('auditors.home')}</span>
        <div className="af-header-tools ms-auto">
          <LanguageSwitch onChoose={(language) => chooseLanguage(language, me)} />
          <Button icon="logout" size="sm" onClick={() => void signOut()}>
            {t('auditors.signOut')}
          </Button>
        </div>
      </header>
      <main ref={main} className="af-main au-main" tabIndex={-1}>
        <AuditorPage />
      </main>
    </div>
  )
}

function AuditorPage() {
  const [params] = useSearchParams()
  const [collection, item] = [params.get('collection'), params.get('item')]
  const [manual, module] = [params.get('manual'), params.get('module')]
  if (manual && module) {
    return <AuditedModule key={module} manual={manual} path={module} at={params.get('at') ?? undefined} />
  }
  if (manual) return <AuditedManual key={manual} path={manual} />
  if (collection && item) return <AuditedItem key={item} collection={collection} id={item} />
  if (collection) return <AuditedCollection key={collection} id={collection} />
  return <AuditorHome />
}
