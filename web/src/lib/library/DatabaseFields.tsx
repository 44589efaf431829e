import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CsdbTypeSetting } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { Select } from '@/ui/Select'
import { type DatabaseForm, defaultCsdbType } from './manualForm'
import { NameFields } from './NameFields'
import { nameRule } from './name'
import { typeLabel } from './typeLabel'

interface DatabaseFieldsProps {
  /** In mode `onChange`: a name is complained about while it is typed. */
  form: UseFormReturn<DatabaseForm>
  /** Undefined until they are loaded: the default can be chosen before. */
  types: readonly CsdbTypeSetting[] | undefined
}

const usualType = { code: defaultCsdbType, name: { en: defaultCsdbType, zh: defaultCsdbType } }

/** The fields of a new database. */
export function DatabaseFields({ form, types }: DatabaseFieldsProps) {
  const { t } = useTranslation()
  const { errors, defaultValues } = form.formState
  // A form that begins without a type leaves the choice to whoever fills it in.
  const isAsked = defaultValues?.csdbType === ''
  const copyToAlias = () => form.setValue('aliasName', form.getValues('folderName'))
  return (
    <>
      <NameFields
        name={{
          ...form.register('folderName', { ...nameRule(t), onChange: copyToAlias }),
          error: errors.folderName?.message,
        }}
        alias={{ ...form.register('aliasName'), error: errors.aliasName?.message }}
      />
      <Select
        label={t('library.form.csdbType')}
        hint={t('library.form.csdbTypeHint')}
        error={errors.csdbType?.message}
        required={isAsked}
        options={[
          ...(isAsked ? [{ value: '', label: t('library.form.csdbTypeChoice') }] : []),
          ...(types ?? [usualType]).map(({ code, name }) => ({
            value: code,
            label: typeLabel({ code, name: currentLanguage() === 'zh-CN' ? name.zh : name.en }),
          })),
        ]}
        {...form.register('csdbType', { required: t('library.form.csdbTypeNeeded') })}
      />
    </>
  )
}
