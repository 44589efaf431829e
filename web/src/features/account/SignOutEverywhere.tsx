import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { signOutEverywhere } from '@/api/queries'
import { askAgainAtProvider } from '@/lib/askAgain'
import { endSession } from '@/lib/session'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'

/** Ends the sessions of one's own account on all devices. */
export function SignOutEverywhere({ onSignedOut }: { onSignedOut: () => void }) {
  const { t } = useTranslation()
  const heading = useId()
  const leave = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => {
      onSignedOut()
      askAgainAtProvider()
      endSession()
    },
  })
  return (
    <section className="border-top pt-3 mt-3" aria-labelledby={heading}>
      <h3 id={heading} className="h6">
        {t('account.everywhere.title')}
      </h3>
      <p className="af-hint">{t('account.everywhere.text')}</p>
      <FormProblem>{leave.error?.message}</FormProblem>
      <Button
        icon="logout"
        busy={leave.isPending}
        busyText={t('account.everywhere.busy')}
        onClick={() => leave.mutate()}
      >
        {t('account.everywhere.action')}
      </Button>
    </section>
  )
}
