import { useTranslation } from 'react-i18next'
import type { SchemaFault } from '@/api/problem'
import { listComma } from '@/lib/format'
import { Chip } from '@/ui/Chip'

/** Says how many schemas of a set work, and which. */
export function SchemaStates({ states }: { states: readonly SchemaFault[] | undefined }) {
  const { t } = useTranslation()
  if (!states) return <span className="af-hint">{t('admin.schemas.notCompiled')}</span>
  const failed = states.filter(({ fault }) => fault)
  const working = states.filter(({ fault }) => !fault)
  return (
    <details className="ad-detail">
      <summary>
        {failed.length === 0 ? (
          <Chip tone="success" icon="success">
            {t('admin.schemas.allWork', { count: states.length })}
          </Chip>
        ) : (
          <Chip tone="warning" icon="warning">
            {t('admin.schemas.someFail', { count: failed.length, total: states.length })}
          </Chip>
        )}
      </summary>
      <SchemaFaults states={failed} />
      {working.length > 0 && (
        <p className="af-hint mb-0">
          {t('admin.schemas.working', { names: working.map(({ name }) => name).join(listComma()) })}
        </p>
      )}
    </details>
  )
}

/** The schemas that cannot be used, each with its reason. */
export function SchemaFaults({ states }: { states: readonly SchemaFault[] }) {
  const { t } = useTranslation()
  return (
    <ul className="ad-schema-faults">
      {states.map(({ name, fault }) => (
        <li key={name}>
          <strong>{name}</strong>: {fault?.message}
          {fault && fault.line !== undefined && (
            <span className="af-hint"> {t('admin.schemas.at', { file: fault.file, line: fault.line })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
