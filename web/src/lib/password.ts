import type { TFunction } from 'i18next'

/** The server's rule, shown before the first try. */
export const minPasswordLength = 10

export interface PasswordChange {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

export const noPasswords: PasswordChange = { oldPassword: '', newPassword: '', confirmPassword: '' }

export function passwordHint(t: TFunction): string {
  return t('password.rule', { count: minPasswordLength })
}

/** The client-side rules of each field of a password change. */
export function passwordRules(t: TFunction) {
  const minLength = { value: minPasswordLength, message: passwordHint(t) }
  return {
    first: { required: t('password.empty'), minLength },
    old: { required: t('password.oldEmpty') },
    new: { required: t('password.newEmpty'), minLength },
    confirm: {
      required: t('password.confirmEmpty'),
      validate: (confirm: string, { newPassword }: PasswordChange) =>
        confirm === newPassword || t('password.mismatch'),
    },
  }
}
