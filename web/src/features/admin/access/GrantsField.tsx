import { useTranslation } from 'react-i18next'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { Select } from '@/ui/Select'
import { type GrantRow, levels, sameGrantee } from './accessForm'
import { GranteeSearch } from './GranteeSearch'

interface GrantsFieldProps {
  value: readonly GrantRow[]
  /** Offers to take a grant away, for places whose grants are not shown. */
  mayRemove: boolean
  onChange: (grants: GrantRow[]) => void
}

/** The people and groups with a grant, and the level of each. */
export function GrantsField({ value, mayRemove, onChange }: GrantsFieldProps) {
  const { t } = useTranslation()
  const options = mayRemove ? [...levels, 'remove' as const] : levels
  const without = (row: GrantRow) => value.filter((each) => !sameGrantee(each, row))
  const setLevel = (row: GrantRow, chosen: string) => {
    const level = options.find((each) => each === chosen) ?? row.level
    onChange(value.map((each) => (sameGrantee(each, row) ? { ...each, level } : each)))
  }
  return (
    <section aria-label={t('access.grants')}>
      <h3 className="mb-2">{t('access.grantsTitle', { count: value.length })}</h3>
      <GranteeSearch onPick={(grantee) => onChange([...without(grantee), { ...grantee, level: 'read' }])} />
      {value.length === 0 && <p className="af-hint">{t('access.noGrants')}</p>}
      <ul className="list-unstyled mb-0">
        {value.map((row) => (
          <li key={`${row.kind} ${row.name}`} className="ad-grant">
            <Icon name={row.kind === 'group' ? 'people' : 'user'} title={t(`access.grantee.${row.kind}`)} />
            <span className="ad-grant-name">{row.name}</span>
            <Select
              label={t('access.levelOf', { name: row.name })}
              labelHidden
              options={options.map((level) => ({ value: level, label: t(`access.level.${level}`) }))}
              value={row.level}
              onChange={(event) => setLevel(row, event.target.value)}
            />
            <IconButton
              icon="trash"
              label={t('access.removeGrant', { name: row.name })}
              onClick={() => onChange(without(row))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
