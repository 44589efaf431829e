import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { manualsQuery, useContentTypes } from '@/api/library'
import { currentLanguage } from '@/lib/i18n'
import { attributes } from '@/lib/library/folders'
import { languageName } from '@/lib/regions'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { errorsOf, type FormErrors, type ReplaceForm } from './replaceForm'

const maxFind = 200
const maxReplace = 500
/** Languages that are offered though no manual is translated into them. */
const usualLanguages = ['en-US', 'zh-CN']

interface ReplaceFormViewProps {
  /** The form of the address. */
  asked: ReplaceForm
  onFind: (form: ReplaceForm) => void
}

/** The text to find, the text that replaces it, and where. */
export function ReplaceFormView({ asked, onFind }: ReplaceFormViewProps) {
  const { t } = useTranslation()
  const [form, setForm] = useFormOf(asked)
  const [errors, setErrors] = useState<FormErrors>({})
  const change = (values: Partial<ReplaceForm>) => {
    setForm({ ...form, ...values })
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = errorsOf(form)
    setErrors(found)
    if (Object.keys(found).length === 0) onFind(form)
  }
  return (
    <form className="rep-form" onSubmit={submit} noValidate>
      <div className="rep-texts">
        <Field
          label={t('replacements.find')}
          required
          maxLength={maxFind}
          value={form.find}
          error={errors.find && t('replacements.findMissing')}
          onChange={({ target }) => change({ find: target.value })}
        />
        <Field
          label={t('replacements.replace')}
          hint={t('replacements.replaceHint')}
          maxLength={maxReplace}
          value={form.replace}
          onChange={({ target }) => change({ replace: target.value })}
        />
      </div>
      <ManualChoice
        value={form.manuals}
        error={errors.manuals && t('replacements.manualsMissing')}
        onChange={(manuals) => change({ manuals })}
      />
      <TextOptions form={form} onChange={change} />
      <ModuleOptions form={form} onChange={change} />
      <div>
        <Button type="submit" variant="primary" icon="search">
          {t('replacements.start')}
        </Button>
      </div>
    </form>
  )
}

/** A form that follows the address when that changes elsewhere. */
function useFormOf(asked: ReplaceForm) {
  const [form, setForm] = useState(asked)
  const address = JSON.stringify(asked)
  const [last, setLast] = useState(address)
  if (last !== address) {
    setLast(address)
    setForm(asked)
  }
  return [form, setForm] as const
}

interface ManualChoiceProps {
  value: readonly string[]
  error: string | undefined
  onChange: (manuals: string[]) => void
}

function ManualChoice({ value, error, onChange }: ManualChoiceProps) {
  const { t } = useTranslation()
  const manuals = useQuery(manualsQuery())
  const known = manuals.data?.map(({ path }) => path) ?? []
  // Those of the address stay, even if the list of manuals cannot be loaded.
  const options = [...new Set([...known, ...value])].map((path) => ({ value: path, label: path.slice(1) }))
  return (
    <div className="rep-manuals">
      <CheckboxGroup
        legend={t('replacements.manuals')}
        hint={manuals.error?.message}
        error={error}
        inline
        options={options}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

interface OptionsProps {
  form: ReplaceForm
  onChange: (values: Partial<ReplaceForm>) => void
}

function TextOptions({ form, onChange }: OptionsProps) {
  const { t } = useTranslation()
  return (
    <div className="rep-options">
      <Checkbox
        label={t('replacements.matchCase')}
        checked={form.matchCase}
        onChange={({ target }) => onChange({ matchCase: target.checked })}
      />
      <Checkbox
        label={t('replacements.wholeWords')}
        checked={form.wholeWords}
        onChange={({ target }) => onChange({ wholeWords: target.checked })}
      />
      <Checkbox
        label={t('replacements.withData')}
        hint={t('replacements.withDataHint')}
        checked={form.withData}
        onChange={({ target }) => onChange({ withData: target.checked })}
      />
      <Checkbox
        label={t('replacements.onlyMine')}
        checked={form.onlyMine}
        onChange={({ target }) => onChange({ onlyMine: target.checked })}
      />
    </div>
  )
}

function ModuleOptions({ form, onChange }: OptionsProps) {
  const { t } = useTranslation()
  const types = useContentTypes(currentLanguage())
  const manuals = useQuery(manualsQuery()).data ?? []
  const languages = manuals.flatMap((manual) => attributes(manual, 'translationLanguages'))
  // A value of the address can always be seen and changed.
  const offered = [...new Set([...usualLanguages, ...languages, form.language])].filter(Boolean)
  return (
    <div className="rep-options">
      <Select
        label={t('library.column.language')}
        value={form.language}
        options={[
          { value: '', label: t('library.anyLanguage') },
          ...offered.map((code) => ({ value: code, label: languageName(code, currentLanguage()) })),
        ]}
        onChange={({ target }) => onChange({ language: target.value })}
      />
      <Select
        label={t('library.column.contentType')}
        value={form.contentType}
        options={[
          { value: '', label: t('library.anyType') },
          ...types.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={({ target }) => onChange({ contentType: target.value })}
      />
    </div>
  )
}
