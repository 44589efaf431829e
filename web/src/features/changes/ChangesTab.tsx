import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenChangeRequest, RequestModule } from '@/api/types'
import { keyOf, objectHref } from '@/lib/library/objects'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'

export interface RedlineProps {
  path: string
  left: string
  right: string
  /** The module is new: all of its text is shown. */
  isNew?: boolean
}

interface ChangesTabProps {
  open: OpenChangeRequest
  Redline: ComponentType<RedlineProps>
}

/** The redline of all changed modules, one below the other. */
export function ChangesTab({ open: { modules }, Redline }: ChangesTabProps) {
  const { t } = useTranslation()
  const changed = modules.filter(({ newest, isDeleted }) => newest !== undefined || isDeleted)
  if (changed.length === 0) {
    return (
      <EmptyState
        icon="compare"
        title={t('changeRequests.changes.none')}
        text={t('changeRequests.changes.noneText')}
      />
    )
  }
  return (
    <div className="crq-stack">
      {changed.map((module) => (
        <ModuleChanges key={module.path} module={module} Redline={Redline} />
      ))}
    </div>
  )
}

function ModuleChanges({ module, Redline }: { module: RequestModule; Redline: ComponentType<RedlineProps> }) {
  const { t } = useTranslation()
  const { path, title, base, newest, isDeleted } = module
  const name = title || keyOf(path)
  if (isDeleted || newest === undefined) {
    return (
      <section aria-label={name}>
        <h2 className="h5">{name}</h2>
        <Code>{keyOf(path)}</Code>{' '}
        <Chip tone="danger" icon="trash">
          {t('changeRequests.modules.deleted')}
        </Chip>
      </section>
    )
  }
  const shown = base === undefined ? { v: newest } : { part: 'compare' as const, v: base, with: newest }
  return (
    <section aria-label={name}>
      <h2 className="h5">
        <a href={objectHref(path, shown)}>{name}</a>
      </h2>
      <Code>{keyOf(path)}</Code>{' '}
      {base === undefined && (
        <Chip tone="success" icon="add">
          {t('changeRequests.modules.new')}
        </Chip>
      )}
      <Redline path={path} left={base ?? newest} right={newest} isNew={base === undefined} />
    </section>
  )
}
