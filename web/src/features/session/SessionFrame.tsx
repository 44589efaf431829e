import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { brand } from '@/lib/brand'
import { Lanes } from './Lanes'
import { LanguageSwitch } from './LanguageSwitch'
import { chooseLanguageSignedOut } from './languageBefore'
import './session.css'

interface SessionFrameProps {
  title: string
  purpose: string
  children: ReactNode
}

/** The frame of everything that happens before the application itself: mark, words about the product, one form. */
export function SessionFrame({ title, purpose, children }: SessionFrameProps) {
  const { t } = useTranslation()
  return (
    <div className="af-session">
      <aside className="af-session-brand" aria-label={brand.title}>
        <p className="af-session-claim">{t('session.claim')}</p>
        <p className="af-session-claim-more">{t('session.claimMore')}</p>
        <Lanes />
      </aside>
      <div className="af-session-side">
        <header className="af-session-top">
          <img src={brand.logo} width={brand.logoWidth} alt={brand.title} />
          <LanguageSwitch onChoose={chooseLanguageSignedOut} />
        </header>
        <main className="af-session-main">
          <h1>{title}</h1>
          <p className="af-page-purpose">{purpose}</p>
          {children}
        </main>
        <footer className="af-session-foot">
          {brand.title} {brand.webVersion}
        </footer>
      </div>
    </div>
  )
}
