import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { brand } from '@/lib/brand'
import { href, paths } from '@/lib/paths'
import { Code } from '@/ui/Code'
import { LinkButton } from '@/ui/LinkButton'
import './session.css'

interface ProblemPartProps {
  figure?: string
  title: string
  text: string
  detail?: ReactNode
  actions?: ReactNode
}

function ProblemPart({ figure, title, text, detail, actions }: ProblemPartProps) {
  const { t } = useTranslation()
  return (
    <section className="af-problem">
      {figure && (
        <p className="af-problem-figure" aria-hidden="true">
          {figure}
        </p>
      )}
      <h1>{title}</h1>
      <p className="af-page-purpose">{text}</p>
      {detail}
      <div className="af-problem-actions">
        {actions}
        <LinkButton href={href(paths.dashboard())} icon="dashboard">
          {t('session.problem.toDashboard')}
        </LinkButton>
      </div>
    </section>
  )
}

export function NotFound() {
  const { t } = useTranslation()
  return (
    <ProblemPart
      figure="404"
      title={t('session.problem.notFound')}
      text={t('session.problem.notFoundText')}
    />
  )
}

interface ServerErrorProps {
  /** The status of the answer; left out when there was none. */
  status?: number
  text?: string
  requestId?: string
  actions?: ReactNode
}

export function ServerError({ status, text, requestId, actions }: ServerErrorProps) {
  const { t } = useTranslation()
  return (
    <ProblemPart
      figure={status === undefined ? undefined : String(status)}
      title={t('session.problem.failed')}
      text={text ?? t('session.problem.failedText')}
      detail={
        requestId && (
          <p>
            {t('session.problem.requestId')} <Code>{requestId}</Code>
          </p>
        )
      }
      actions={actions}
    />
  )
}

/** A problem outside the shell, with the mark above it. */
export function ProblemFrame({ children }: { children: ReactNode }) {
  return (
    <div className="af-problem-frame">
      <header>
        <a href={href(paths.home())}>
          <img src={brand.logo} width={brand.logoWidth} alt={brand.title} />
        </a>
      </header>
      <main>{children}</main>
    </div>
  )
}
