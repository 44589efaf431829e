import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInOptions } from '@/api/types'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { startAtProvider } from './provider'

interface ProviderButtonsProps {
  providers: SignInOptions['providers']
  /** The page to open afterwards. */
  back: string
  fresh?: boolean
  /** The act that the user proves by signing in again. */
  act?: string | undefined
}

/** One button for each identity provider. */
export function ProviderButtons({ providers, back, fresh, act }: ProviderButtonsProps) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<string>()
  const [problem, setProblem] = useState<Error>()
  const leave = async (provider: string) => {
    setProblem(undefined)
    setLeaving(provider)
    try {
      await startAtProvider({ provider, back, fresh, act })
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
      setLeaving(undefined)
    }
  }
  return (
    <div className="af-session-providers">
      <FormProblem>{problem?.message}</FormProblem>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className="w-100"
          busy={leaving === id}
          busyText={t('session.provider.busy')}
          disabled={leaving !== undefined}
          onClick={() => void leave(id)}
        >
          {t('session.provider.action', { name })}
        </Button>
      ))}
    </div>
  )
}
