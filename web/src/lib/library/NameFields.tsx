import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/Field'
import { longestName } from './name'

interface NameFieldsProps {
  name: UseFormRegisterReturn & { error: string | undefined }
  alias: UseFormRegisterReturn & { error: string | undefined }
}

/** The name of a database or manual in addresses, and the one people see. */
export function NameFields({ name, alias }: NameFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        {...name}
        label={t('library.form.name')}
        hint={t('library.form.nameHint')}
        className="af-code"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestName}
        required
      />
      <Field
        {...alias}
        label={t('library.form.alias')}
        hint={t('library.form.aliasHint')}
        autoComplete="off"
      />
    </>
  )
}
