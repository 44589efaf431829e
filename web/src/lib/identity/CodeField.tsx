import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/Field'

/** A field for a code of an authenticator app; phones offer digits, and browsers the code they know. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('session.code.label')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  )
}
