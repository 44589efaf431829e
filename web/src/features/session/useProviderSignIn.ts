import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me, SignInOptions } from '@/api/types'
import { paths } from '@/lib/paths'
import { finishAtProvider, providerAnswer, signInOptions, takeBack } from './provider'

/** The ways to sign in; until the server has answered, and if it does not, a password. */
export function useSignInOptions(): SignInOptions {
  const [options, setOptions] = useState<SignInOptions>({ passwords: true, providers: [] })
  useEffect(() => {
    let current = true
    signInOptions()
      .then((found) => {
        if (current) setOptions(found)
      })
      // The form says what is wrong as soon as it is sent.
      .catch(() => undefined)
    return () => {
      current = false
    }
  }, [])
  return options
}

/** Finishes a sign-in when the browser comes back from a provider. */
export function useProviderReturn(onSignedIn: (me: Me) => Promise<void>) {
  const { t } = useTranslation()
  const [returned] = useState(providerAnswer)
  const [problem, setProblem] = useState<Error>()
  const [busy, setBusy] = useState(returned !== undefined)
  // The code can be used once; the strict mode of React runs effects twice.
  const used = useRef(false)
  useEffect(() => {
    if (returned === undefined || used.current) return
    used.current = true
    // The code disappears from the address, and with it from the history.
    window.history.replaceState(null, '', `#${paths.login(takeBack())}`)
    const finish = async () => {
      if (returned === 'refused') throw new Error(t('session.provider.refused'))
      await onSignedIn(await finishAtProvider(returned))
    }
    finish()
      .catch((error: unknown) => setProblem(error instanceof Error ? error : new Error(String(error))))
      .finally(() => setBusy(false))
  }, [returned, onSignedIn, t])
  return { busy, problem }
}
