import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { can } from '@/lib/can'
import { databaseOf, displayName } from '@/lib/library/folders'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { Button, buttonClasses } from '@/ui/Button'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'

const mostManuals = 8

/** The two actions that people come for. */
export function MainActions() {
  const { t } = useTranslation()
  const me = useMe()
  const manuals = useQuery(manualsQuery()).data ?? []
  return (
    <>
      {can.importPackages(me) && (
        <Button variant="primary" icon="import" onClick={() => openOverlay({ kind: 'upload' })}>
          {t('dashboard.action.import')}
        </Button>
      )}
      <DropdownMenu
        label={t('dashboard.action.open')}
        trigger={
          <>
            <Icon name="book" /> {t('dashboard.action.open')} <Icon name="chevronDown" />
          </>
        }
        buttonClassName={buttonClasses(can.importPackages(me) ? 'secondary' : 'primary', 'md')}
        items={[
          ...latest(manuals).map((manual) => ({
            kind: 'link' as const,
            icon: 'book' as const,
            label: `${displayName(manual)} (${databaseOf(manual)})`,
            href: href(paths.manual(databaseOf(manual), manual.name)),
          })),
          {
            kind: 'link',
            icon: 'database',
            label: t('dashboard.action.all'),
            href: href(paths.system('manuals')),
          },
        ]}
      />
    </>
  )
}

function latest(manuals: readonly Manual[]): Manual[] {
  return manuals.toSorted((one, other) => other.updatedOn.localeCompare(one.updatedOn)).slice(0, mostManuals)
}
