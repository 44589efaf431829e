import { useId, useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFocusWithin } from '@/lib/applicability/useFocusWithin'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { IconButton } from '@/ui/IconButton'
import type { OperatorForm } from './operatorForm'

interface AircraftRowProps {
  form: UseFormReturn<OperatorForm>
  index: number
  onRemove: () => void
}

export function AircraftRow({ form, index, onRemove }: AircraftRowProps) {
  const { t } = useTranslation()
  const attributesId = useId()
  const [opened, setOpened] = useState(false)
  const name = `aircraft.${index}.productAttributes` as const
  const attributes = useFieldArray({ control: form.control, name })
  const { holder, changeAndFocus } = useFocusWithin<HTMLDivElement>()
  const errors = form.formState.errors.aircraft?.[index]
  // Closed attributes with a complaint inside would hide it.
  const open = opened || errors?.productAttributes !== undefined
  const number = index + 1
  const required = { required: t('operators.required') }

  return (
    <fieldset className="op-aircraft">
      <legend className="visually-hidden">{t('operators.aircraft.row', { number })}</legend>
      <div className="op-aircraft-fields">
        <Field
          label={t('operators.aircraft.registration')}
          error={errors?.registration?.message}
          className="af-code"
          autoComplete="off"
          {...form.register(`aircraft.${index}.registration`, required)}
        />
        <Field
          label={t('operators.aircraft.serialNumber')}
          error={errors?.serialNumber?.message}
          className="af-code"
          autoComplete="off"
          {...form.register(`aircraft.${index}.serialNumber`, required)}
        />
        <Field
          label={t('operators.aircraft.model')}
          error={errors?.model?.message}
          className="af-code"
          autoComplete="off"
          {...form.register(`aircraft.${index}.model`, required)}
        />
        <div className="op-aircraft-actions">
          <Button
            variant="ghost"
            icon={open ? 'chevronUp' : 'chevronDown'}
            aria-expanded={open}
            aria-controls={attributesId}
            onClick={() => setOpened(!open)}
          >
            {t('operators.attributes.toggle', { count: attributes.fields.length })}
          </Button>
          <IconButton
            variant="ghost"
            icon="trash"
            label={t('operators.aircraft.remove', { number })}
            onClick={onRemove}
          />
        </div>
      </div>
      <div ref={holder} id={attributesId} hidden={!open} className="op-attributes">
        {attributes.fields.map((field, position) => (
          <div key={field.id} className="op-attribute">
            <Field
              label={t('operators.attributes.name')}
              error={errors?.productAttributes?.[position]?.name?.message}
              autoComplete="off"
              {...form.register(`${name}.${position}.name`, required)}
            />
            <Field
              label={t('operators.attributes.value')}
              error={errors?.productAttributes?.[position]?.value?.message}
              autoComplete="off"
              {...form.register(`${name}.${position}.value`, required)}
            />
            <IconButton
              variant="ghost"
              icon="trash"
              label={t('operators.attributes.remove', { number: position + 1 })}
              onClick={() => changeAndFocus(() => attributes.remove(position), '[data-add-attribute]')}
            />
          </div>
        ))}
        <Button
          variant="link"
          icon="add"
          data-add-attribute=""
          onClick={() => attributes.append({ name: '', value: '' })}
        >
          {t('operators.attributes.add')}
        </Button>
      </div>
    </fieldset>
  )
}
