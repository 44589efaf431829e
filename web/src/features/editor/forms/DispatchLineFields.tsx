import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { TextArea } from '@/ui/TextArea'
import type { LineValues } from './dispatchForm'
import { procedureKinds } from './dispatchForm'
import { ProcedureList } from './ProcedureList'
import { ProvisoList } from './ProvisoList'

const categories = ['A', 'B', 'C', 'D'] as const

interface DispatchLineFieldsProps {
  line: LineValues
  /** The server's objection to a value of the line. */
  errorOf: (name: string) => string | undefined
  manualPath: string
  /** Lines have labels and titles, and can be removed. */
  hasLabel: boolean
  /** Why the applicability cannot be changed now. */
  applicabilityReason: string | undefined
  removeReason: string | undefined
  onApplicability: (element: number) => void
  onChange: (line: LineValues) => void
  onRemove: () => void
}

/** One condition of a MEL item. */
export function DispatchLineFields(props: DispatchLineFieldsProps) {
  const { line, errorOf, manualPath, hasLabel, onChange, onApplicability } = props
  const { t } = useTranslation()
  const { own } = line
  const change = (next: Partial<LineValues>) => onChange({ ...line, ...next })
  const text = (
    name: 'label' | 'title' | 'installed' | 'required' | 'placard',
    label: string,
    fixed = false,
  ) => (
    <Field
      label={label}
      hint={fixed ? t('forms.fixed') : undefined}
      error={errorOf(name)}
      readOnly={fixed}
      maxLength={name === 'title' || name === 'placard' ? 500 : 40}
      autoComplete="off"
      value={line[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  const known = categories.some((each) => each === line.category) || line.category === ''
  return (
    <fieldset className="ef-group" data-line={line.key}>
      <legend>
        {line.label === '' ? t('forms.item.onlyLine') : t('forms.item.line', { label: line.label })}
      </legend>
      <div className="ef-fields">
        {hasLabel && text('label', t('forms.item.label'))}
        <Select
          label={t('forms.item.category')}
          error={errorOf('category')}
          value={line.category}
          options={[
            { value: '', label: t('forms.item.noCategory') },
            ...(known ? [] : [{ value: line.category, label: line.category }]),
            ...categories.map((value) => ({ value, label: value })),
          ]}
          onChange={({ target }) => change({ category: target.value })}
        />
        {text('installed', t('forms.item.installed'))}
        {text('required', t('forms.item.required'))}
      </div>
      {hasLabel && text('title', t('forms.item.lineTitle'), own?.title.isFixed)}
      <TextArea
        label={t('forms.item.remarks')}
        hint={own?.remarks.isFixed ? t('forms.fixed') : undefined}
        error={errorOf('remarks')}
        readOnly={own?.remarks.isFixed}
        rows={3}
        maxLength={4000}
        value={line.remarks}
        // One paragraph: a line break would not be kept.
        onChange={({ target }) => change({ remarks: target.value.replace(/[\r\n]+/g, ' ') })}
      />
      <ProvisoList
        provisos={line.provisos}
        logic={own?.logic ?? 'all'}
        errorOf={(index) => errorOf(`provisos[${index}].text`)}
        onChange={(provisos) => change({ provisos })}
      />
      {text('placard', t('forms.item.placard'), own?.placard.isFixed)}
      {procedureKinds.map((kind) => (
        <ProcedureList
          key={kind}
          legend={t(`forms.item.${kind}`)}
          manualPath={manualPath}
          procedures={line[kind]}
          onChange={(procedures) => change({ [kind]: procedures })}
        />
      ))}
      {own && hasLabel && (
        <p className="ef-words">
          {t('forms.item.applicability', { text: own.applicability ?? t('forms.item.allAircraft') })}{' '}
          <Button
            size="sm"
            disabledReason={props.applicabilityReason}
            onClick={() => onApplicability(own.position)}
          >
            {t('forms.item.changeApplicability')}
          </Button>
        </p>
      )}
      {hasLabel && (
        <Button icon="trash" disabledReason={props.removeReason} onClick={props.onRemove}>
          {t('forms.item.removeLine', { label: line.label })}
        </Button>
      )}
    </fieldset>
  )
}
