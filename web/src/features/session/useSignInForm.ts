import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '@/api/problem'
import type { Me } from '@/api/types'
import { type Credentials, signIn } from './queries'

const fields = ['account', 'password'] as const
type FieldName = (typeof fields)[number]
type FieldErrors = Partial<Record<FieldName, string>>

/**
 * The two fields of the sign-in page. It is the only form without the form library, which would be an eighth of all
 * JavaScript of that page. The values are read at submit, because password managers fill fields without an event.
 */
export function useSignInForm(onSignedIn: (me: Me) => Promise<void>) {
  const { t } = useTranslation()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const showErrors = (found: FieldErrors, form: HTMLFormElement) => {
    setErrors(found)
    const first = fields.find((name) => found[name] !== undefined)
    const input = first && form.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
    return first !== undefined
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const typed = credentialsIn(form)
    const missing = {
      account: typed.account === '' ? t('session.accountEmpty') : undefined,
      password: typed.password === '' ? t('password.empty') : undefined,
    }
    if (showErrors(missing, form)) return
    setProblem(undefined)
    setBusy(true)
    try {
      await onSignedIn(await signIn(typed))
    } catch (error) {
      if (!showErrors(fieldErrorsOf(error), form)) {
        setProblem(error instanceof Error ? error : new Error(String(error)))
      }
    }
    setBusy(false)
  }
  const clearError = (name: FieldName) => setErrors((before) => ({ ...before, [name]: undefined }))
  return { submit, busy, problem, errors, clearError }
}

function credentialsIn(form: HTMLFormElement): Credentials {
  const typed = new FormData(form)
  return {
    account: String(typed.get('account') ?? '').trim(),
    password: String(typed.get('password') ?? ''),
  }
}

function fieldErrorsOf(error: unknown): FieldErrors {
  const found = error instanceof ApiProblem ? error.errors : []
  const messageOf = (name: FieldName) => found.find(({ field }) => field === name)?.message
  return { account: messageOf('account'), password: messageOf('password') }
}
