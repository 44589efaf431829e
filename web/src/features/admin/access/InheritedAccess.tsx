import { useTranslation } from 'react-i18next'
import type { PlaceAccess } from '@/api/types'
import { Notice } from '@/ui/Notice'
import { rowOf } from './accessForm'

/** The access that a manual inherits from its database. */
export function InheritedAccess({ database }: { database: PlaceAccess }) {
  const { t } = useTranslation()
  const { path, limited, grants } = database
  return (
    <div className="mb-3">
      <Notice tone="info" title={t(limited ? 'access.fromLimited' : 'access.fromOpen', { path })}>
        {grants.flatMap(rowOf).length === 0 ? (
          t('access.noGrants')
        ) : (
          <ul className="mb-0">
            {grants.flatMap(rowOf).map(({ kind, name, level }) => (
              <li key={`${kind} ${name}`}>
                {t(`access.grantOf.${kind}`, { name, level: t(`access.level.${level}`) })}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
