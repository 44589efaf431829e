import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choices } from '@/api/types'
import type { Choice } from '@/api/view'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { saysWhich } from '../useChoice'
import { ApplicabilityDialog } from './ApplicabilityDialog'
import type { AircraftOffer } from './useAircraftOffer'

interface AircraftMenuProps {
  offer: AircraftOffer
  /** The values of the choice, in one line. */
  assigned?: string
}

/** Shows the chosen aircraft, and changes it or the display of text that does not apply to it. */
export function AircraftMenu({ offer: { choice, choose, choices }, assigned }: AircraftMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const isChosen = saysWhich(choice)
  const name = nameOf(choice, choices.data) || t('reader.applicability.any')
  const aircraft = choices.data?.aircraft.find(({ registration }) => registration === choice.aircraft)
  const details = [aircraft?.model, aircraft?.serialNumber, aircraft?.operator].filter(Boolean).join(' · ')
  const outside = (value: Choice['outside'], label: string): MenuItem => ({
    kind: 'action',
    label,
    checked: choice.outside === value,
    onSelect: () => choose({ ...choice, outside: value }),
  })
  const items: MenuItem[] = [
    {
      kind: 'action',
      icon: 'aircraft',
      label: t(isChosen ? 'reader.applicability.change' : 'reader.applicability.choose'),
      onSelect: () => setOpen(true),
    },
  ]
  if (isChosen) {
    items.push(
      {
        kind: 'action',
        icon: 'close',
        label: t('reader.applicability.clear'),
        onSelect: () => choose({ outside: choice.outside }),
      },
      { kind: 'header', label: t('reader.applicability.outside') },
      outside(undefined, t('reader.applicability.hide')),
      outside('grey', t('reader.applicability.grey')),
    )
  }
  return (
    <span className="rd-aircraft" data-chosen={isChosen} title={assigned || details}>
      <DropdownMenu
        label={t('reader.applicability.readFor', { name })}
        trigger={
          <>
            <Icon name="aircraft" />
            <span className="rd-aircraft-name">{name}</span>
            <Icon name="chevronDown" size="sm" />
          </>
        }
        items={items}
        buttonClassName="btn af-btn-secondary"
      />
      {open && (
        <ApplicabilityDialog
          choices={choices}
          choice={choice}
          onChoose={(next) => {
            choose(next)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}

/** The choice in a few words. */
function nameOf({ aircraft, product, set = [] }: Choice, choices: Choices | undefined): string {
  const products = choices?.products.find(({ id }) => id === product)
  const conditions = set.map((each) => {
    const [, type, ident, value] = /^(\w+):([^=]*)=(.*)$/.exec(each) ?? []
    const known = choices?.properties.find((one) => one.ident === ident && one.type === type)
    return `${known?.name || ident} ${value}`
  })
  return [aircraft, product && (products?.label ?? product), ...conditions].filter(Boolean).join(', ')
}
