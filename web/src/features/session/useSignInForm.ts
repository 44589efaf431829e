import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem, hasCode } from '@/api/problem'
import type { Me } from '@/api/types'
import { type Credentials, signIn } from './queries'

const fields = ['account', 'password', 'code'] as const
type FieldName = (typeof fields)[number]
type FieldErrors = Partial<Record<FieldName, string>>

export type SignInForm = ReturnType<typeof useSignInForm>

/**
 * The fields of the sign-in page; the code is asked for when the server wants it. It is the only form without the form library, which would be an eighth of all
 * JavaScript of that page. The values are read at submit, because password managers fill fields without an event.
 */
export function useSignInForm(onSignedIn: (me: Me) => Promise<void>) {
  const { t } = useTranslation()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const showErrors = (found: FieldErrors, form: HTMLFormElement) => {
    setErrors(found)
    const first = fields.find((name) => found[name] !== undefined)
    const input = first && form.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
    return first !== undefined
  }
  const showFailure = (error: unknown, form: HTMLFormElement) => {
    if (hasCode(error, 'login.code_required')) setAsksCode(true)
    else if (!showErrors(fieldErrorsOf(error), form)) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const typed = credentialsIn(form)
    const missing = {
      account: typed.account === '' ? t('session.accountEmpty') : undefined,
      password: typed.password === '' ? t('password.empty') : undefined,
      code: asksCode && !typed.code ? t('session.code.empty') : undefined,
    }
    if (showErrors(missing, form)) return
    setProblem(undefined)
    setBusy(true)
    try {
      await onSignedIn(await signIn(typed))
    } catch (error) {
      showFailure(error, form)
    }
    setBusy(false)
  }
  const clearError = (name: FieldName) => setErrors((before) => ({ ...before, [name]: undefined }))
  const startOver = () => {
    setAsksCode(false)
    setProblem(undefined)
    setErrors({})
  }
  return { submit, busy, problem, errors, clearError, asksCode, startOver }
}

function credentialsIn(form: HTMLFormElement): Credentials {
  const typed = new FormData(form)
  return {
    account: String(typed.get('account') ?? '').trim(),
    password: String(typed.get('password') ?? ''),
    code: String(typed.get('code') ?? '').trim() || undefined,
  }
}

function fieldErrorsOf(error: unknown): FieldErrors {
  const found = error instanceof ApiProblem ? error.errors : []
  const messageOf = (name: FieldName) => found.find(({ field }) => field === name)?.message
  const wrongCode = error instanceof ApiProblem && hasCode(error, 'login.code_wrong')
  return {
    account: messageOf('account'),
    password: messageOf('password'),
    code: wrongCode ? error.message : undefined,
  }
}
