import { useTranslation } from 'react-i18next'
import type { Choices } from '@/api/types'
import { propertyValue } from '@/lib/library/propertyValue'
import { Button } from '@/ui/Button'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { Field } from '@/ui/Field'
import { IconButton } from '@/ui/IconButton'
import { Select } from '@/ui/Select'
import {
  type BuiltAssert,
  type BuiltGroup,
  type BuiltNode,
  newAssert,
  newGroup,
  singleValues,
} from './statement'
import { useFocusWithin } from './useFocusWithin'
import './statement.css'

export type ListedProperties = Choices['properties']

interface BuilderProps<Node> {
  node: Node
  properties: ListedProperties
  readOnly: boolean
  onChange: (node: Node) => void
}

const maxDepth = 5

/** A group of conditions, with groups in it. */
export function StatementBuilder(
  props: BuilderProps<BuiltGroup> & { emptyHint: string; depth?: number; onRemove?: () => void },
) {
  const { node, properties, readOnly, onChange, emptyHint, depth = 0, onRemove } = props
  const { t } = useTranslation()
  const { holder, changeAndFocus } = useFocusWithin<HTMLFieldSetElement>()
  const change = (index: number, part: BuiltNode) =>
    onChange({ ...node, parts: node.parts.with(index, part) })
  const remove = (index: number) =>
    changeAndFocus(
      () => onChange({ ...node, parts: node.parts.toSpliced(index, 1) }),
      `[data-add="${node.key}"]`,
    )
  const add = (part: BuiltNode) =>
    changeAndFocus(
      () => onChange({ ...node, parts: [...node.parts, part] }),
      `[data-part="${part.key}"] select`,
    )
  return (
    <fieldset ref={holder} className="ef-group" data-part={node.key}>
      <legend>{t(depth === 0 ? 'forms.applic.conditions' : 'forms.applic.group')}</legend>
      {node.parts.length > 1 && (
        <Select
          label={t('forms.applic.operator')}
          disabled={readOnly}
          value={node.any ? 'any' : 'all'}
          options={[
            { value: 'all', label: t('forms.applic.all') },
            { value: 'any', label: t('forms.applic.any') },
          ]}
          onChange={({ target }) => onChange({ ...node, any: target.value === 'any' })}
        />
      )}
      {node.parts.length === 0 && <p className="af-hint">{emptyHint}</p>}
      {node.parts.map((part, index) => {
        const shared = { properties, readOnly, onChange: (next: BuiltNode) => change(index, next) }
        if (part.kind === 'group')
          return (
            <StatementBuilder
              key={part.key}
              {...shared}
              node={part}
              emptyHint={t('forms.applic.emptyGroup')}
              depth={depth + 1}
              onRemove={() => remove(index)}
            />
          )
        return (
          <div key={part.key} className="ef-row" data-part={part.key}>
            {part.kind === 'kept' ? (
              <p className="ef-kept">
                {part.text} <small className="af-hint">{t('forms.applic.kept')}</small>
              </p>
            ) : (
              <AssertFields {...shared} node={part} />
            )}
            {!readOnly && (
              <IconButton
                icon="trash"
                label={t('forms.applic.remove', { number: index + 1 })}
                onClick={() => remove(index)}
              />
            )}
          </div>
        )
      })}
      {!readOnly && (
        <div className="ef-buttons">
          <Button size="sm" icon="add" data-add={node.key} onClick={() => add(newAssert())}>
            {t('forms.applic.add')}
          </Button>
          {depth < maxDepth && (
            <Button size="sm" icon="add" onClick={() => add(newGroup(!node.any))}>
              {t('forms.applic.addGroup')}
            </Button>
          )}
          {onRemove && (
            <Button size="sm" icon="trash" onClick={onRemove}>
              {t('forms.applic.removeGroup')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

/** One condition: a property and its values, from the tables of the manual. */
function AssertFields({ node, properties, readOnly, onChange }: BuilderProps<BuiltAssert>) {
  const { t } = useTranslation()
  const nameOf = ({ type, ident }: { type: string; ident: string }) => `${type}:${ident}`
  const own = properties.find(({ ident, type }) => ident === node.ident && type === node.type)
  const chosen = singleValues(node.values)
  const listed = own?.values ?? []
  const isListed = listed.length > 0 && chosen?.every((value) => listed.includes(value)) === true
  const options = properties.map((property) => ({ value: nameOf(property), label: property.name }))
  // Two tables may declare the same property.
  const unique = options.filter(
    ({ value }, index) => options.findIndex((one) => one.value === value) === index,
  )
  const unknown = node.ident !== '' && !own ? [{ value: nameOf(node), label: node.ident }] : []
  const choose = (name: string) => {
    const next = properties.find((property) => nameOf(property) === name)
    if (next) onChange({ ...node, ident: next.ident, type: next.type, values: '' })
  }
  return (
    <div className="ef-assert">
      <Select
        label={t('forms.applic.property')}
        hint={node.ident !== '' && !own ? t('forms.applic.undeclared') : own?.description}
        disabled={readOnly}
        value={node.ident === '' ? '' : nameOf(node)}
        options={[
          ...(node.ident === '' ? [{ value: '', label: t('forms.applic.chooseProperty') }] : []),
          ...unknown,
          ...unique,
        ]}
        onChange={({ target }) => choose(target.value)}
      />
      {isListed ? (
        <CheckboxGroup
          legend={t('forms.applic.values')}
          inline
          options={listed.map((value) => ({ value, label: propertyValue(t, value), disabled: readOnly }))}
          value={chosen ?? []}
          onChange={(values) => onChange({ ...node, values: values.join('|') })}
        />
      ) : (
        <Field
          label={t('forms.applic.values')}
          hint={t('forms.applic.valuesHint')}
          readOnly={readOnly}
          maxLength={4000}
          autoComplete="off"
          value={node.values}
          onChange={({ target }) => onChange({ ...node, values: target.value })}
        />
      )}
    </div>
  )
}
