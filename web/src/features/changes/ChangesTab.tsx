import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { OpenChangeRequest, RequestModule } from '@/api/types'
import { keyOf, objectHref } from '@/lib/library/objects'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'

export interface RedlineProps {
  path: string
  /** Its name, for what is said of it. */
  title: string
  left: string
  right: string
  /** There is nothing to compare with: all of the text is shown. */
  whole?: 'new' | 'removed'
  /** Lets people comment on the paragraphs of the new version. */
  hasRemarks?: boolean
}

/** The redline of modules; the library has it. */
export interface RedlineViews {
  Redline: ComponentType<RedlineProps>
  /** Goes from one difference to the next through all of them. */
  Steps: ComponentType<{ children: ReactNode }>
}

interface ChangesTabProps {
  open: OpenChangeRequest
  views: RedlineViews
}

/** The redline of all changed modules, one below the other. */
export function ChangesTab({ open: { modules }, views: { Redline, Steps } }: ChangesTabProps) {
  const { t } = useTranslation()
  const { account } = useMe().user
  const hasOwnDraft = ({ holder, hasDraft }: RequestModule) => hasDraft && holder === account
  const changed = modules.filter(
    (module) => module.newest !== undefined || module.isDeleted || hasOwnDraft(module),
  )
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
    <Steps>
      <div className="crq-stack">
        {changed.map((module) => (
          <ModuleChanges
            key={module.path}
            module={module}
            hasOwnDraft={hasOwnDraft(module)}
            Redline={Redline}
          />
        ))}
      </div>
    </Steps>
  )
}

interface ModuleChangesProps {
  module: RequestModule
  /** The user edits the module: only the author sees a draft. */
  hasOwnDraft: boolean
  Redline: ComponentType<RedlineProps>
}

function ModuleChanges({ module, hasOwnDraft, Redline }: ModuleChangesProps) {
  const { t } = useTranslation()
  const { path, title, base, newest, isDeleted } = module
  const name = title || keyOf(path)
  const draft = hasOwnDraft && !isDeleted && (
    <div className="mt-3">
      <Chip tone="accent" icon="edit">
        {t('changeRequests.changes.ownDraft')}
      </Chip>
      <Redline path={path} title={name} left="base" right="draft" />
    </div>
  )
  if (newest === undefined && draft) {
    return (
      <section aria-label={name}>
        <h2 className="h5">
          <a href={objectHref(path)}>{name}</a>
        </h2>
        <Code>{keyOf(path)}</Code>
        {draft}
      </section>
    )
  }
  if (isDeleted || newest === undefined) {
    // What readers have until the deletion is published.
    const last = base ?? newest
    return (
      <section aria-label={name}>
        <h2 className="h5">{name}</h2>
        <Code>{keyOf(path)}</Code>{' '}
        <Chip tone="danger" icon="trash">
          {t('changeRequests.modules.deleted')}
        </Chip>
        {last !== undefined && <Redline path={path} title={name} left={last} right={last} whole="removed" />}
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
      <Redline
        path={path}
        title={name}
        left={base ?? newest}
        right={newest}
        whole={base === undefined ? 'new' : undefined}
        hasRemarks
      />
      {draft}
    </section>
  )
}
