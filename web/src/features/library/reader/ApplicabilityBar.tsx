import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choices, Manual, View } from '@/api/types'
import { type Choice, choicesQuery } from '@/api/view'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { Select } from '@/ui/Select'
import { useOwnChoice } from '../useChoice'
import { useReading } from '../useReading'
import { ApplicabilityDialog } from './ApplicabilityDialog'

interface ApplicabilityBarProps {
  manual: Manual
  /** Undefined while it is on its way. */
  view: View | undefined
}

/** Says for which aircraft the module is read, lets another be chosen, and tells what is hidden or uncertain. */
export function ApplicabilityBar({ manual, view }: ApplicabilityBarProps) {
  const { t } = useTranslation()
  const reading = useReading()
  const [choice, choose] = useOwnChoice(manual)
  const [open, setOpen] = useState(false)
  const choices = useQuery(choicesQuery(manual.path, reading))
  const isChosen = Boolean(choice.aircraft || choice.product || choice.set)
  const assigned = view?.applicability.chosen ?? []
  const hasSomething =
    isChosen ||
    (choices.data &&
      choices.data.properties.length + choices.data.products.length + choices.data.aircraft.length > 0)
  if (!hasSomething && !view?.applicability.annotations.length) return null
  return (
    <section className="rd-applic" aria-label={t('reader.applicability.title')}>
      <div className="rd-applic-choice">
        <Icon name="aircraft" />
        <span>
          {t('reader.applicability.readFor')}{' '}
          <strong>{nameOf(choice, choices.data) || t('reader.applicability.any')}</strong>
        </span>
        {assigned.length > 0 && (
          <span className="rd-applic-assigned">
            {assigned
              .map(({ name, applicPropertyIdent, value }) => `${name || applicPropertyIdent}: ${value}`)
              .join(' · ')}
          </span>
        )}
        <span className="rd-applic-actions">
          <Button size="sm" onClick={() => setOpen(true)}>
            {t(isChosen ? 'reader.applicability.change' : 'reader.applicability.choose')}
          </Button>
          {isChosen && (
            <>
              <Button size="sm" variant="ghost" onClick={() => choose({ outside: choice.outside })}>
                {t('reader.applicability.clear')}
              </Button>
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
            </>
          )}
        </span>
      </div>
      {view && <Told view={view} isChosen={isChosen} isGreyed={choice.outside === 'grey'} />}
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
    </section>
  )
}

/** What a person has to know about what he reads. */
function Told({ view, isChosen, isGreyed }: { view: View; isChosen: boolean; isGreyed: boolean }) {
  const { t } = useTranslation()
  const { module, hidden, unknown, annotations } = view.applicability
  const pieces = annotations.reduce((sum, each) => sum + each.pieces, 0)
  return (
    <div role="status" className="rd-applic-told">
      {module?.assertion && module.truth !== 'no' && (
        <p>{t('reader.applicability.module', { text: module.text })}</p>
      )}
      {isChosen && module?.truth === 'no' && (
        <p className="rd-applic-warning">
          <Icon name="warning" size="sm" />
          {t('reader.applicability.moduleNot', { text: module.text || module.reason })}
        </p>
      )}
      {isChosen && hidden > 0 && (
        <p>
          <Icon name="hide" size="sm" />
          {t(isGreyed ? 'reader.applicability.greyed' : 'reader.applicability.hidden', { count: hidden })}
        </p>
      )}
      {isChosen && unknown > 0 && (
        <p className="rd-applic-warning">
          <Icon name="help" size="sm" />
          {t('reader.applicability.unknown', { count: unknown })}
        </p>
      )}
      {!isChosen && pieces > 0 && (
        <p>
          <Icon name="info" size="sm" />
          {t('reader.applicability.notChosen', { count: pieces })}
        </p>
      )}
    </div>
  )
}

/** What was chosen, in a few words. */
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
