import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addRequestModule } from '@/api/changeRequests'
import { modulesQuery } from '@/api/library'
import { ApiProblem } from '@/api/problem'
import type { OpenChangeRequest } from '@/api/types'
import { ModulePicker } from '@/lib/library/ModulePicker'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'

interface AddModuleDialogProps {
  open: OpenChangeRequest
  onClose: () => void
}

/** Adds a module of the manual to a change request. */
export function AddModuleDialog({ open: { request, modules }, onClose }: AddModuleDialogProps) {
  const { t } = useTranslation()
  const [path, setPath] = useState<string>()
  const [shares, setShares] = useState(false)
  const add = useMutation({
    mutationFn: (chosen: string) => addRequestModule(request.id, chosen, shares),
    onSuccess: onClose,
  })
  const isTaken = add.error instanceof ApiProblem && add.error.code === 'change_request.module_taken'
  return (
    <Dialog
      title={t('changeRequests.modules.add')}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (path !== undefined) add.mutate(path)
      }}
      footer={
        <>
          <Button onClick={onClose} disabled={add.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={add.isPending}
            disabledReason={path === undefined ? t('changeRequests.modules.choose') : undefined}
          >
            {t('changeRequests.modules.add')}
          </Button>
        </>
      }
    >
      <FormProblem>{add.error?.message}</FormProblem>
      {isTaken && (
        <Checkbox
          label={t('changeRequests.modules.share')}
          checked={shares}
          onChange={({ target }) => setShares(target.checked)}
        />
      )}
      <ModulePicker
        find={modulesQuery}
        manualPath={request.manualPath}
        label={t('changeRequests.checks.module')}
        value={path}
        without={modules.map((module) => module.path)}
        onChange={(file) => {
          setPath(file.path)
          // The refusal, and the consent to share, were about another module.
          add.reset()
          setShares(false)
        }}
      />
    </Dialog>
  )
}
