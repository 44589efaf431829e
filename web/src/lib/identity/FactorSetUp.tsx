import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { NewSecondFactor } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { FormProblem } from '@/ui/FormProblem'
import { CodeField } from './CodeField'
import { RecoveryCodes } from './RecoveryCodes'
import './identity.css'

interface FactorSetUpProps {
  start: () => Promise<NewSecondFactor>
  /** Sends the first code and gives the recovery codes. */
  confirm: (code: string) => Promise<string[]>
  onDone: () => void
}

/** Sets a second factor up: scan, type the first code, save the recovery codes. */
export function FactorSetUp({ start, confirm, onDone }: FactorSetUpProps) {
  const [codes, setCodes] = useState<string[]>()
  const { t } = useTranslation()
  const factor = useQuery({
    queryKey: ['newSecondFactor'],
    queryFn: start,
    // Each call makes another secret, so it is asked for once, and nothing of it is kept.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <QueryFrame query={factor} failedTitle={t('identity.setUp.failed')}>
      {(started) => <FirstCode factor={started} onCode={async (code) => setCodes(await confirm(code))} />}
    </QueryFrame>
  )
}

interface FirstCodeProps {
  factor: NewSecondFactor
  onCode: (code: string) => Promise<void>
}

function FirstCode({ factor, onCode }: FirstCodeProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { code: '' } })
  const { errors } = form.formState
  const { submit, busy, problem } = useFormSave(form, ({ code }) => onCode(code))
  const submitHere = (event: FormEvent) => {
    // The dialog around it may be a form of its own.
    event.stopPropagation()
    submit(event)
  }
  return (
    <form noValidate onSubmit={submitHere}>
      <p>{t('identity.setUp.scan')}</p>
      <QrCode factor={factor} />
      <p className="af-hint">{t('identity.setUp.type')}</p>
      <div className="id-secret">
        <code>{factor.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton value={factor.secret} />
      </div>
      <FormProblem>{problem?.message}</FormProblem>
      <CodeField
        hint={t('identity.setUp.codeHint')}
        inputMode="numeric"
        error={errors.code?.message}
        {...form.register('code', { required: t('session.code.empty') })}
      />
      <Button
        type="submit"
        variant="primary"
        className="w-100"
        busy={busy}
        busyText={t('identity.setUp.busy')}
      >
        {t('identity.setUp.action')}
      </Button>
    </form>
  )
}

/** The light margin that readers need. */
const margin = 4

function QrCode({ factor: { qr } }: { factor: NewSecondFactor }) {
  const { t } = useTranslation()
  if (!qr) return null
  const side = qr.size + 2 * margin
  return (
    <svg
      className="id-qr"
      role="img"
      aria-label={t('identity.setUp.qr')}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path className="id-qr-light" d={`M${-margin} ${-margin}h${side}v${side}h${-side}z`} />
      <path className="id-qr-dark" d={qr.path} />
    </svg>
  )
}
