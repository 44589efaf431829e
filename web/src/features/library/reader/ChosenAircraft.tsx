import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Choices, Manual } from '@/api/types'
import { type Choice, choicesQuery } from '@/api/view'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { Select } from '@/ui/Select'
import { saysWhich, useOwnChoice } from '../useChoice'
import { useReading } from '../useReading'
import { ApplicabilityDialog } from './ApplicabilityDialog'
import './applicability.css'

interface AircraftOffer {
  choice: Choice
  choose: (choice: Choice) => void
  choices: UseQueryResult<Choices>
  /** Whether there is anything to say: something was chosen, or can be. */
  isThere: boolean
}

/** The choice for a manual and the values to choose from. */
export function useAircraftOffer(manual: Manual): AircraftOffer {
  const reading = useReading()
  const [choice, choose] = useOwnChoice(manual)
  const choices = useQuery(choicesQuery(manual.path, reading))
  const { properties = [], products = [], aircraft = [] } = choices.data ?? {}
  const isThere = saysWhich(choice) || properties.length + products.length + aircraft.length > 0
  return { choice, choose, choices, isThere }
}

interface ChosenAircraftProps {
  offer: AircraftOffer
  /** The choice in one line. */
  assigned?: string
  /** Whether there is text that may be hidden or greyed. */
  hasText?: boolean
}

/** Says for which aircraft a manual is read, and lets another be chosen. */
export function ChosenAircraft({
  offer: { choice, choose, choices },
  assigned,
  hasText = false,
}: ChosenAircraftProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const isChosen = saysWhich(choice)
  return (
    <div className="rd-applic-choice">
      <Icon name="aircraft" />
      <span>
        <Trans
          i18nKey="reader.applicability.readFor"
          values={{ name: nameOf(choice, choices.data) || t('reader.applicability.any') }}
        >
          <strong />
        </Trans>
      </span>
      {assigned && <span className="rd-applic-assigned">{assigned}</span>}
      <span className="rd-applic-actions">
        <Button size="sm" onClick={() => setOpen(true)}>
          {t(isChosen ? 'reader.applicability.change' : 'reader.applicability.choose')}
        </Button>
        {isChosen && (
          <Button size="sm" variant="ghost" onClick={() => choose({ outside: choice.outside })}>
            {t('reader.applicability.clear')}
          </Button>
        )}
        {isChosen && hasText && (
          <Select
            label={t('reader.applicability.outside')}
            labelHidden
            className="form-select-sm"
            value={choice.outside ?? 'hide'}
            onChange={({ target }) =>
              choose({ ...choice, outside: target.value === 'grey' ? 'grey' : undefined })
            }
            options={[
              { value: 'hide', label: t('reader.applicability.hide') },
              { value: 'grey', label: t('reader.applicability.grey') },
            ]}
          />
        )}
      </span>
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
    </div>
  )
}

/** The choice in a few words. */
function nameOf({ aircraft, product, set = [] }: Choice, choices: Choices | undefined): string {
  const found = choices?.aircraft.find(({ registration }) => registration === aircraft)
  const model = [found?.model, found?.serialNumber].filter(Boolean).join(' ')
  const products = choices?.products.find(({ id }) => id === product)
  const conditions = set.map((each) => {
    const [, type, ident, value] = /^(\w+):([^=]*)=(.*)$/.exec(each) ?? []
    const known = choices?.properties.find((one) => one.ident === ident && one.type === type)
    return `${known?.name || ident} ${value}`
  })
  return [
    aircraft && (model ? `${aircraft} (${model})` : aircraft),
    product && (products?.label ?? product),
    ...conditions,
  ]
    .filter(Boolean)
    .join(', ')
}
