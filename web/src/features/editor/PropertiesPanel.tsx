import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { useStore } from '@/ui/store'
import { type ChosenElement, elementsAround, type PlaceFollower, setAttribute } from './model/chosenElement'
import { idsOf } from './model/completion'
import type { AllowedAttribute, ContentModel } from './model/contentModel'
import { readValue } from './model/startTag'
import type { SourceHandle } from './source/SourceEditor'

interface PropertiesPanelProps {
  model: ContentModel | undefined
  follower: PlaceFollower
  source: RefObject<SourceHandle | null>
  readOnly: boolean
}

/** The attributes of the element at the cursor, or of one around it, with the values that they may have. */
export function PropertiesPanel({ model, follower, source, readOnly }: PropertiesPanelProps) {
  const { t } = useTranslation()
  const place = useStore(follower.place)
  const [depth, setDepth] = useState(0)
  const around = place ? elementsAround(place) : []
  const chosen = around[Math.min(depth, around.length - 1)]
  const nameOf = (name: string) => t(`editor.page.element.${name}`, { defaultValue: name })
  const change = (element: ChosenElement, name: string, value: string | undefined) => {
    const view = source.current?.view()
    const next = place && view && setAttribute(view, place, element.element, name, value)
    if (next) follower.follow(next)
  }
  return (
    <section className="ed-properties" aria-label={t('editor.properties.title')}>
      <h2>{t('editor.properties.title')}</h2>
      {model?.isLearned && <p className="af-hint">{t('editor.properties.learned')}</p>}
      {chosen && place ? (
        <>
          <Select
            label={t('editor.properties.element')}
            value={String(around.indexOf(chosen))}
            options={around.map(({ element }, index) => ({
              value: String(index),
              label:
                nameOf(element.name) === element.name
                  ? element.name
                  : `${nameOf(element.name)} · ${element.name}`,
            }))}
            onChange={({ target }) => setDepth(Number(target.value))}
          />
          {rowsOf(model, chosen).map((attribute) => (
            <AttributeField
              // A value that was changed elsewhere starts the field anew.
              key={`${chosen.element.from} ${attribute.name} ${attribute.value}`}
              attribute={attribute}
              ids={attribute.kind === 'reference' ? idsOf(place.doc.sliceString(0)) : []}
              readOnly={readOnly}
              onChange={(value) => change(chosen, attribute.name, value)}
            />
          ))}
          {rowsOf(model, chosen).length === 0 && <p className="af-hint">{t('editor.properties.none')}</p>}
        </>
      ) : (
        <p className="af-hint">{t('editor.properties.nothing')}</p>
      )}
    </section>
  )
}

interface AttributeRow extends AllowedAttribute {
  /** Undefined when the element does not have it. */
  value: string | undefined
}

/** The attributes that an element has or may have. Namespaces are no attributes of it. */
function rowsOf(model: ContentModel | undefined, { path, attributes }: ChosenElement): AttributeRow[] {
  const values = new Map(attributes.map(({ name, value }) => [name, readValue(value)]))
  const allowed = model?.attributes(path) ?? []
  const others = [...values.keys()].filter(
    (name) => !/^(xmlns|xsi:)/.test(name) && !allowed.some((one) => one.name === name),
  )
  const unknown = others.map((name) => {
    return { name, isRequired: false, kind: 'text', values: [], isClosed: false } as const
  })
  return [...allowed, ...unknown].map((one) => ({ ...one, value: values.get(one.name) }))
}

interface AttributeFieldProps {
  attribute: AttributeRow
  ids: readonly string[]
  readOnly: boolean
  /** Undefined takes the attribute away. */
  onChange: (value: string | undefined) => void
}

function AttributeField({ attribute, ids, readOnly, onChange }: AttributeFieldProps) {
  const { name, value, values, isClosed, isRequired } = attribute
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value ?? '')
  const listed = isClosed ? values : ids
  if (listed.length > 0) {
    const known = value === undefined || listed.includes(value) ? listed : [value, ...listed]
    const empty =
      isRequired && value !== undefined ? [] : [{ value: '', label: t('editor.properties.unset') }]
    return (
      <Select
        label={name}
        required={isRequired}
        disabled={readOnly}
        value={value ?? ''}
        options={[...empty, ...known.map((each) => ({ value: each, label: each }))]}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
    )
  }
  const write = () => {
    if (typed !== (value ?? '')) onChange(typed === '' && !isRequired ? undefined : typed)
  }
  const list = values.length > 0 ? `ed-values-${name}` : undefined
  return (
    <>
      <Field
        label={name}
        required={isRequired}
        readOnly={readOnly}
        list={list}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={write}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) write()
        }}
      />
      {list && (
        <datalist id={list}>
          {values.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  )
}
