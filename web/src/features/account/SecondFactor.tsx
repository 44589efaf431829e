import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  confirmFactor,
  factorQuery,
  refreshFactor,
  removeFactor,
  renewRecoveryCodes,
  startFactor,
} from '@/api/factor'
import { formatDate } from '@/lib/format'
import { FactorSetUp } from '@/lib/identity/FactorSetUp'
import { RecoveryCodes } from '@/lib/identity/RecoveryCodes'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'

/** The second factor of one's own account: set up, renew its recovery codes, remove. */
export function SecondFactor() {
  const { t } = useTranslation()
  const heading = useId()
  const factor = useQuery(factorQuery)
  const [open, setOpen] = useState<'setUp' | 'remove'>()
  const renew = useMutation({ mutationFn: renewRecoveryCodes, gcTime: 0 })
  const close = () => {
    setOpen(undefined)
    void refreshFactor()
  }
  return (
    <section className="border-top pt-3 mt-3" aria-labelledby={heading}>
      <h3 id={heading} className="h6">
        {t('account.factor.title')}
      </h3>
      <FormProblem>{renew.error?.message}</FormProblem>
      <QueryFrame query={factor} failedTitle={t('account.factor.failed')} keepsData>
        {({ since, required, recoveryCodesLeft }) =>
          since === undefined ? (
            <>
              <p className="af-hint">{t('account.factor.off')}</p>
              <Button icon="lock" onClick={() => setOpen('setUp')}>
                {t('account.factor.setUp')}
              </Button>
            </>
          ) : (
            <>
              <p className="af-hint">
                {t('account.factor.on', { since: formatDate(since), count: recoveryCodesLeft })}
                {required && ` ${t('account.factor.required')}`}
              </p>
              <div className="d-flex flex-wrap gap-2">
                <Button busy={renew.isPending} onClick={() => renew.mutate()}>
                  {t('account.factor.renew')}
                </Button>
                <Button onClick={() => setOpen('remove')}>{t('account.factor.remove')}</Button>
              </div>
            </>
          )
        }
      </QueryFrame>
      {open === 'setUp' && (
        <Dialog title={t('account.factor.setUpTitle')} staticBackdrop onClose={close}>
          <FactorSetUp start={startFactor} confirm={confirmFactor} onDone={close} />
        </Dialog>
      )}
      {open === 'remove' && <RemoveFactorDialog onClose={() => setOpen(undefined)} />}
      {renew.data && (
        <Dialog title={t('identity.recovery.title')} staticBackdrop onClose={renew.reset}>
          <RecoveryCodes codes={renew.data} onDone={renew.reset} />
        </Dialog>
      )}
    </section>
  )
}

function RemoveFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useMutation({ mutationFn: removeFactor, onSuccess: onClose })
  return (
    <ConfirmDialog
      title={t('account.factor.removeTitle')}
      confirmText={t('account.factor.remove')}
      busyText={t('account.factor.removing')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="mb-0">{t('account.factor.removeText')}</p>
    </ConfirmDialog>
  )
}
