import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role, User } from '@/api/types'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'
import { OneTimePasswordDialog } from './OneTimePasswordDialog'
import { useRejectRegistration, useResetFactor, useResetPassword, useUpdateUser } from './queries'
import { RoleField } from './RoleField'

interface UserActionProps {
  user: User
  onClose: () => void
}

export function ActivateUserDialog({ user, onClose }: UserActionProps) {
  const { t } = useTranslation()
  const update = useUpdateUser()
  const [role, setRole] = useState<Role>(user.role)
  const activate = () =>
    update.mutate(
      { ...user, role, status: 'active' },
      {
        onSuccess: () => {
          showToast({ tone: 'success', text: t('admin.users.activated', { account: user.account }) })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={t('admin.users.activateTitle', { account: user.account })}
      confirmText={t('admin.users.activate')}
      busyText={t('admin.users.activating')}
      busy={update.isPending}
      problem={update.error?.message}
      onConfirm={activate}
      onClose={onClose}
    >
      <p>{t('admin.users.activateText', { name: user.displayName || user.account, email: user.email })}</p>
      <RoleField value={role} onChange={setRole} />
    </ConfirmDialog>
  )
}

export function RejectUserDialog({ user, onClose }: UserActionProps) {
  const { t } = useTranslation()
  const rejection = useRejectRegistration()
  const reject = () =>
    rejection.mutate(user.account, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('admin.users.rejected', { account: user.account }) })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={t('admin.users.rejectTitle', { account: user.account })}
      confirmText={t('admin.users.reject')}
      busyText={t('admin.users.rejecting')}
      danger
      busy={rejection.isPending}
      problem={rejection.error?.message}
      onConfirm={reject}
      onClose={onClose}
    >
      <p className="mb-0">
        {t('admin.users.rejectText', { name: user.displayName || user.account, email: user.email })}
      </p>
    </ConfirmDialog>
  )
}

export function DeactivateUserDialog({ user, onClose }: UserActionProps) {
  const { t } = useTranslation()
  const update = useUpdateUser()
  const deactivate = () =>
    update.mutate(
      { ...user, status: 'inactive' },
      {
        onSuccess: () => {
          showToast({ tone: 'success', text: t('admin.users.deactivated', { account: user.account }) })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={t('admin.users.deactivateTitle', { account: user.account })}
      confirmText={t('admin.users.deactivate')}
      busyText={t('admin.users.deactivating')}
      danger
      busy={update.isPending}
      problem={update.error?.message}
      onConfirm={deactivate}
      onClose={onClose}
    >
      <p className="mb-0">{t('admin.users.deactivateText')}</p>
    </ConfirmDialog>
  )
}

export function ResetPasswordDialog({ user, onClose }: UserActionProps) {
  const { t } = useTranslation()
  const reset = useResetPassword()
  if (reset.data) {
    return (
      <OneTimePasswordDialog account={reset.data.account} password={reset.data.password} onClose={onClose} />
    )
  }
  return (
    <ConfirmDialog
      title={t('admin.users.resetTitle', { account: user.account })}
      confirmText={t('admin.users.reset')}
      busyText={t('admin.users.resetting')}
      danger
      busy={reset.isPending}
      problem={reset.error?.message}
      onConfirm={() => reset.mutate(user.account)}
      onClose={onClose}
    >
      <p className="mb-0">{t('admin.users.resetText')}</p>
    </ConfirmDialog>
  )
}

export function ResetFactorDialog({ user, onClose }: UserActionProps) {
  const { t } = useTranslation()
  const { account } = user
  const reset = useResetFactor()
  return (
    <ConfirmDialog
      title={t('admin.users.resetFactorTitle', { account })}
      confirmText={t('admin.users.resetFactor')}
      busyText={t('admin.users.resetting')}
      danger
      busy={reset.isPending}
      problem={reset.error?.message}
      onConfirm={() =>
        reset.mutate(account, {
          onSuccess: () => {
            showToast({ tone: 'success', text: t('admin.users.factorReset', { account }) })
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <p className="mb-0">{t('admin.users.resetFactorText')}</p>
    </ConfirmDialog>
  )
}
