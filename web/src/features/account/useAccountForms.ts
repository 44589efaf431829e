import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { changePassword, updateSelf } from '@/api/queries'
import type { User } from '@/api/types'
import { currentLanguage, switchLanguage } from '@/lib/i18n'
import { noPasswords, type PasswordChange } from '@/lib/password'
import { useFormSave } from '@/lib/useFormSave'
import { showToast } from '@/ui/toasts'
import type { DetailsForm } from './DetailsTab'
import { formOf, type PreferencesForm, preferencesOf } from './preferences'

function detailsOf({ email, displayName }: User): DetailsForm {
  return { email, displayName }
}

export function useDetails(user: User, onSaved: () => void) {
  const { t } = useTranslation()
  const form = useForm<DetailsForm>({ defaultValues: detailsOf(user) })
  const { dirtyFields } = form.formState
  const save = useFormSave(form, async ({ email, displayName }) => {
    // A field nobody touched may be old here: an administrator can have corrected it meanwhile.
    const saved = await updateSelf({
      account: user.account,
      email: dirtyFields.email ? email : undefined,
      displayName: dirtyFields.displayName ? displayName : undefined,
    })
    form.reset(detailsOf(saved))
    showToast({ tone: 'success', text: t('account.detailsSaved') })
    onSaved()
  })
  return { form, ...save }
}

export function usePassword(user: User, onSaved: () => void) {
  const { t } = useTranslation()
  const form = useForm<PasswordChange>({ defaultValues: noPasswords })
  const save = useFormSave(form, async (values) => {
    await changePassword({ account: user.account, ...values })
    form.reset(noPasswords)
    showToast({ tone: 'success', text: t('account.passwordSaved') })
    onSaved()
  })
  return { form, ...save }
}

export function usePreferences(user: User, onSaved: () => void) {
  const { t } = useTranslation()
  const form = useForm<PreferencesForm>({
    // The header can have switched this device to another language than the account remembers.
    defaultValues: formOf({ ...user.preferences, locale: currentLanguage() }),
  })
  const save = useFormSave(form, async (values) => {
    const preferences = preferencesOf(values)
    await updateSelf({ account: user.account, preferences })
    await switchLanguage(preferences.locale)
    form.reset(values)
    showToast({ tone: 'success', text: t('account.preferencesSaved', { lng: preferences.locale }) })
    onSaved()
  })
  return { form, ...save }
}
