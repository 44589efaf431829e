import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import type { ChosenElement } from './model/chosenElement'
import type { AllowedAttribute, ContentModel } from './model/contentModel'
import { isPlainValue, readValue } from './model/startTag'

export interface AttributeRow extends AllowedAttribute {
  /** Undefined when the element does not have it. */
  value: string | undefined
  /** Whether a field can show the whole value. */
  isPlain: boolean
}

/** The attributes that an element has or may have. Namespaces are no attributes of it. */
export function rowsOf(
  model: ContentModel | undefined,
  { path, attributes }: Pick<ChosenElement, 'path' | 'attributes'>,
): AttributeRow[] {
  const values = new Map(attributes.map(({ name, value }) => [name, value]))
  const allowed = model?.attributes(path) ?? []
  const others = [...values.keys()].filter(
    (name) => !/^(xmlns|xsi:)/.test(name) && !allowed.some((one) => one.name === name),
  )
  const unknown = others.map((name) => {
    return { name, isRequired: false, kind: 'text', values: [], isClosed: false } as const
  })
  return [...allowed, ...unknown].map((one) => {
    const source = values.get(one.name)
    return source === undefined
      ? { ...one, value: undefined, isPlain: true }
      : { ...one, value: readValue(source), isPlain: isPlainValue(source) }
  })
}

interface AttributeFieldProps {
  attribute: AttributeRow
  ids: readonly string[]
  readOnly: boolean
  /** Undefined takes the attribute away. */
  onChange: (value: string | undefined) => void
}

/** A field for an attribute, with the values that it may have. */
export function AttributeField({ attribute, ids, readOnly, onChange }: AttributeFieldProps) {
  const { name, value, values, isClosed, isRequired, isPlain } = attribute
  const { t } = useTranslation()
  /** Undefined while the author does not type: the field then shows the value of the text. */
  const [typed, setTyped] = useState<string>()
  const offered = useId()
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
    setTyped(undefined)
    if (typed !== undefined && typed !== (value ?? ''))
      onChange(typed === '' && !isRequired ? undefined : typed)
  }
  const list = values.length > 0 ? offered : undefined
  return (
    <>
      <Field
        label={name}
        required={isRequired}
        readOnly={readOnly || !isPlain}
        hint={isPlain ? undefined : t('editor.properties.inSource')}
        list={list}
        value={typed ?? value ?? ''}
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
