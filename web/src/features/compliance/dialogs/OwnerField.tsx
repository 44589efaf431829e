import { useQuery } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { policyOwnersQuery } from '@/api/compliance'
import { usePaused } from '@/lib/usePaused'
import { ListField } from './ListField'

interface OwnerFieldProps {
  label: string
  input: UseFormRegisterReturn
  /** The text that is typed so far. */
  value: string
  error: string | undefined
  hint?: string
}

const pauseMs = 250

/** The account of the person in charge, with people who may be it. */
export function OwnerField({ label, input, value, error, hint }: OwnerFieldProps) {
  const { t } = useTranslation()
  const people = useQuery(policyOwnersQuery(usePaused(value.trim(), pauseMs))).data ?? []
  return (
    <ListField
      label={label}
      hint={hint ?? t('compliance.itemForm.ownerHint')}
      error={error}
      options={people.map(({ account, name }) => ({ value: account, label: name || account }))}
      {...input}
    />
  )
}
