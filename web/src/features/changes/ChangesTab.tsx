import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenChangeRequest } from '@/api/types'
import { keyOf, objectHref } from '@/lib/library/objects'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'

export interface RedlineProps {
  path: string
  left: string
  right: string
}

interface ChangesTabProps {
  open: OpenChangeRequest
  Redline: ComponentType<RedlineProps>
}

/** The redline of all changed modules, one below the other. */
export function ChangesTab({ open: { modules }, Redline }: ChangesTabProps) {
  const { t } = useTranslation()
  const changed = modules.flatMap(({ newest, ...module }) =>
    newest === undefined ? [] : [{ ...module, newest }],
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
    <div className="crq-stack">
      {changed.map(({ path, title, base, newest }) => (
        <section key={path} aria-label={title || keyOf(path)}>
          <h2 className="h5">
            <a href={objectHref(path, { part: 'compare', v: base, with: newest })}>{title || keyOf(path)}</a>
          </h2>
          <Code>{keyOf(path)}</Code>
          {base !== newest && <Redline path={path} left={base} right={newest} />}
        </section>
      ))}
    </div>
  )
}
