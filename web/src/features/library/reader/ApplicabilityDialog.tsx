import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssignedProperty, Choices } from '@/api/types'
import type { Choice } from '@/api/view'
import { propertyValue } from '@/lib/library/propertyValue'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { useUiTexts } from '@/ui/UiTexts'
import { saysWhich } from '../useChoice'
import { productValues } from './useAircraftOffer'

interface ApplicabilityDialogProps {
  choices: UseQueryResult<Choices>
  choice: Choice
  onChoose: (choice: Choice) => void
  onClose: () => void
}

/** Chooses an aircraft, a product or single conditions. */
export function ApplicabilityDialog({ choices, choice, onChoose, onClose }: ApplicabilityDialogProps) {
  const { t } = useTranslation()
  const texts = useUiTexts()
  const [aircraft, setAircraft] = useState(choice.aircraft ?? '')
  const [product, setProduct] = useState(choice.product ?? '')
  const [values, setValues] = useState(() => valuesOf(choice.set))
  const [outside, setOutside] = useState(choice.outside ?? 'hide')
  const { data } = choices
  /** The chosen one stays visible where the manual does not offer it. */
  const missing = (chosen: string, offered: readonly string[]) => {
    if (chosen === '' || offered.includes(chosen)) return []
    const name = productValues(chosen).slice(0, 4).join(' · ') || chosen
    return [{ value: chosen, label: `${name} · ${t('reader.applicability.notInManual')}` }]
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const set = Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => `${key}=${value}`)
    onChoose({
      aircraft: aircraft || undefined,
      product: product || undefined,
      set: set.length > 0 ? set : undefined,
      outside: outside === 'grey' ? 'grey' : undefined,
    })
  }
  const given = [
    ...(data?.aircraft.find(({ registration }) => registration === aircraft)?.assigns ?? []),
    ...(data?.products.find(({ key }) => key === product)?.assigns ?? []),
  ]
  return (
    <Dialog
      title={t('reader.applicability.dialog')}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {saysWhich(choice) && (
            <Button className="me-auto" onClick={() => onChoose({ outside: choice.outside })}>
              {t('reader.applicability.clear')}
            </Button>
          )}
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary">
            {t('reader.applicability.apply')}
          </Button>
        </>
      }
    >
      <QueryFrame query={choices} failedTitle={t('reader.applicability.failed')}>
        {({ aircraft: offered, products, properties }) => (
          <>
            <div className="rd-applic-fields">
              {(offered.length > 0 || aircraft !== '') && (
                <Select
                  label={t('reader.applicability.aircraft')}
                  value={aircraft}
                  onChange={({ target }) => setAircraft(target.value)}
                  options={[
                    { value: '', label: t('reader.applicability.anyAircraft') },
                    ...offered.map((each) => ({
                      value: each.registration,
                      label: [each.registration, each.model, each.serialNumber, each.operator]
                        .filter(Boolean)
                        .join(' · '),
                    })),
                    ...missing(
                      aircraft,
                      offered.map(({ registration }) => registration),
                    ),
                  ]}
                />
              )}
              {(products.length > 0 || product !== '') && (
                <Select
                  label={t('reader.applicability.product')}
                  hint={t('reader.applicability.productHint')}
                  value={product}
                  onChange={({ target }) => setProduct(target.value)}
                  options={[
                    { value: '', label: t('reader.applicability.anyProduct') },
                    ...products.map(({ key, label, table }) => ({
                      value: key,
                      label: table ? `${table.title}: ${label}` : label,
                    })),
                    ...missing(
                      product,
                      products.map(({ key }) => key),
                    ),
                  ]}
                />
              )}
              <Select
                label={t('reader.applicability.outside')}
                value={outside}
                onChange={({ target }) => setOutside(target.value === 'grey' ? 'grey' : 'hide')}
                options={[
                  { value: 'hide', label: t('reader.applicability.hide') },
                  { value: 'grey', label: t('reader.applicability.grey') },
                ]}
              />
            </div>
            {offered.length + products.length === 0 && (
              <p className="af-hint">{t('reader.applicability.noneOffered')}</p>
            )}
            {properties.length > 0 && (
              <>
                <h3 className="rd-applic-heading">{t('reader.applicability.conditions')}</h3>
                <p className="af-hint">{t('reader.applicability.conditionsHint')}</p>
                <div className="rd-applic-fields">
                  {properties.map((property) => {
                    const { type, ident, table } = property
                    const key = `${type}:${ident}${table ? `@${table.code}` : ''}`
                    return (
                      <PropertyField
                        key={key}
                        property={property}
                        given={given}
                        value={values[key] ?? ''}
                        onChange={(value) => setValues({ ...values, [key]: value })}
                      />
                    )
                  })}
                </div>
              </>
            )}
          </>
        )}
      </QueryFrame>
    </Dialog>
  )
}

interface PropertyFieldProps {
  property: Choices['properties'][number]
  /** The properties of the chosen aircraft and product. */
  given: readonly AssignedProperty[]
  value: string
  onChange: (value: string) => void
}

function PropertyField({ property, given, value, onChange }: PropertyFieldProps) {
  const { t } = useTranslation()
  const { ident, type, name, description, values, allowed, table } = property
  const said = given.find((each) => each.ident === ident && each.type === type)?.value
  const usual = said
    ? t('reader.applicability.given', { value: propertyValue(t, said) })
    : t('reader.applicability.notKnown')
  const hints = [
    table?.title,
    description !== name && description,
    allowed &&
      t('reader.applicability.allowed', { values: allowed.replaceAll('~', '–').replaceAll('|', ', ') }),
  ]
  const frame = { label: name || ident, hint: hints.filter(Boolean).join(' · ') || undefined }
  if (values.length === 0) {
    return (
      <Field {...frame} value={value} placeholder={usual} onChange={({ target }) => onChange(target.value)} />
    )
  }
  return (
    <Select
      {...frame}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: usual },
        ...values.map((each) => ({ value: each, label: propertyValue(t, each) })),
      ]}
    />
  )
}

function valuesOf(set: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    set.flatMap((each) => {
      const at = each.indexOf('=')
      return at > 0 ? [[each.slice(0, at), each.slice(at + 1)]] : []
    }),
  )
}
