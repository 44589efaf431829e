import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { User } from '@/api/types'
import { currentLanguage, switchLanguage } from '@/lib/i18n'
import { useFormSave } from '@/lib/useFormSave'
import { showToast } from '@/ui/toasts'
import type { DetailsForm } from './DetailsTab'
import type { PasswordForm } from './PasswordTab'
import { formOf, type PreferencesForm, preferencesOf } from './preferences'
import { useChangePassword, useUpdateSelf } from './queries'

export function useDetails(user: User, onSaved: () => void) {
  const { t } = useTranslation()
  const update = useUpdateSelf()
  const form = useForm<DetailsForm>({
    defaultValues: { email: user.email, displayName: user.displayName },
  })
  const save = useFormSave(form, async (values) => {
    await update.mutateAsync({ account: user.account, preferences: user.preferences, ...values })
    showToast({ tone: 'success', text: t('account.detailsSaved') })
    onSaved()
  })
  return { form, ...save }
}

export function usePassword(user: User, onSaved: () => void) {
  const { t } = useTranslation()
  const change = useChangePassword()
  const form = useForm<PasswordForm>({
    defaultValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
  })
  const save = useFormSave(form, async (values) => {
    await change.mutateAsync({ account: user.account, ...values })
    showToast({ tone: 'success', text: t('account.passwordSaved') })
    onSaved()
  })
  return { form, ...save }
}

export function usePreferences(user: User, onSaved: () => void) {
  const { t } = useTranslation()
  const update = useUpdateSelf()
  const form = useForm<PreferencesForm>({
    // The header can have switched this device to another language than the account remembers.
    defaultValues: formOf({ ...user.preferences, locale: currentLanguage() }),
  })
  const save = useFormSave(form, async (values) => {
    const preferences = preferencesOf(values)
    await update.mutateAsync({
      account: user.account,
      email: user.email,
      displayName: user.displayName,
      preferences,
    })
    await switchLanguage(preferences.locale)
    showToast({ tone: 'success', text: t('account.preferencesSaved', { lng: preferences.locale }) })
    onSaved()
  })
  return { form, ...save }
}
