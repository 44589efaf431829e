import { useTranslation } from 'react-i18next'
import type { ApplicabilityFields, Applicants } from '@/api/types'
import { type ListedProperties, StatementBuilder } from '@/lib/applicability/StatementBuilder'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { newStatement, type StatementForm } from './useStatementForm'

interface StatementChoiceProps {
  form: StatementForm
  group: ApplicabilityFields['group']
}

/** The statement of the module that an element refers to. */
export function StatementChoice({ form, group }: StatementChoiceProps) {
  const { t } = useTranslation()
  const named = group.flatMap(({ id, display, uses }) =>
    id === undefined
      ? []
      : [{ value: id, label: t('forms.applic.used', { text: display.text || id, count: uses }) }],
  )
  return (
    <Select
      label={t('forms.applic.statement')}
      value={form.chosen}
      options={[
        { value: '', label: t('editor.applic.own') },
        ...named,
        { value: newStatement, label: t('forms.applic.newStatement') },
      ]}
      onChange={({ target }) => form.choose(target.value)}
    />
  )
}

interface StatementFieldsProps {
  form: StatementForm
  properties: ListedProperties
  /** The conditions in plain words. */
  words: string | undefined
  applicants: Applicants
}

/** The text of a statement and its conditions. */
export function StatementFields({ form, properties, words, applicants }: StatementFieldsProps) {
  const { t } = useTranslation()
  const { statement, build, isFixed, isDisplayFixed } = form
  // Some texts mean all aircraft; of others only people can tell to which they apply.
  const isDecided = statement.display.trim() === '' || (applicants.total > 0 && applicants.unknown === 0)
  const offersWords = words !== undefined && words !== statement.display && !isDisplayFixed
  return (
    <>
      {form.isShared && <p className="af-hint">{t('forms.applic.shared')}</p>}
      <Field
        label={t('forms.applic.display')}
        hint={t(isDisplayFixed ? 'forms.fixed' : 'forms.applic.displayHint')}
        readOnly={isDisplayFixed}
        maxLength={2000}
        autoComplete="off"
        value={statement.display}
        onChange={({ target }) => build({ ...statement, display: target.value })}
      />
      {offersWords && (
        <p className="ef-words">
          {words}{' '}
          <Button size="sm" onClick={() => build({ ...statement, display: words })}>
            {t('forms.applic.useWords')}
          </Button>
        </p>
      )}
      <StatementBuilder
        node={statement.group}
        properties={properties}
        readOnly={isFixed}
        emptyHint={t(isDecided ? 'forms.applic.noConditions' : 'forms.applic.onlyText')}
        onChange={(group) => build({ ...statement, group })}
      />
    </>
  )
}
