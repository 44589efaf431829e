import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role, SecondFactorRoles } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { factorRoles, roles, useSaveFactorRoles } from './queries'

/** Which roles must use two-step sign-in. */
export function FactorRolesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const setting = useQuery(factorRoles)
  return (
    <QueryFrame query={setting} failedTitle={t('admin.factor.failed')}>
      {(stored) => <FactorRolesForm key={stored.version} stored={stored} onClose={onClose} />}
    </QueryFrame>
  )
}

function FactorRolesForm({ stored, onClose }: { stored: SecondFactorRoles; onClose: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly Role[]>(stored.roles)
  const save = useSaveFactorRoles()
  const submit = () =>
    save.mutate(
      { roles: [...chosen], version: stored.version },
      {
        onSuccess: () => {
          showToast({ tone: 'success', text: t('admin.factor.saved') })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={t('admin.factor.title')}
      busy={save.isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" busy={save.isPending} busyText={t('form.saving')} onClick={submit}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{save.error?.message}</FormProblem>
      <CheckboxGroup
        legend={t('admin.factor.roles')}
        hint={t('admin.factor.hint')}
        options={roles.map((role) => ({ value: role, label: t(`admin.role.${role}`) }))}
        value={chosen}
        onChange={(values) => setChosen(roles.filter((role) => values.includes(role)))}
      />
    </Dialog>
  )
}
