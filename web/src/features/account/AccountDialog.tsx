import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { AccountTab } from '@/lib/overlay'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { firstField } from '@/ui/focus'
import { IconButton } from '@/ui/IconButton'
import { Tabs } from '@/ui/Tabs'
import { DetailsTab } from './DetailsTab'
import { OwnSessions } from './OwnSessions'
import { PasswordTab } from './PasswordTab'
import { PreferencesTab } from './PreferencesTab'
import { SecondFactor } from './SecondFactor'
import { SignOutEverywhere } from './SignOutEverywhere'
import { useDetails, usePassword, usePreferences } from './useAccountForms'

const accountTabs = ['details', 'password', 'preferences'] as const satisfies readonly AccountTab[]

interface AccountDialogProps {
  tab: AccountTab
  onClose: () => void
}

export function AccountDialog({ tab: firstTab, onClose }: AccountDialogProps) {
  const { t } = useTranslation()
  const { user } = useMe()
  const [tab, setTab] = useState(firstTab)
  const [unlocked, setUnlocked] = useState(false)
  // Unsaved text of another tab is not saved with this one, so that tab is shown next.
  const closeUnlessTyped = (saved: AccountTab) => {
    const unsaved = accountTabs.find((each) => each !== saved && forms[each].form.formState.isDirty)
    if (unsaved === undefined) onClose()
    else setTab(unsaved)
  }
  const details = useDetails(user, () => closeUnlessTyped('details'))
  const password = usePassword(user, () => closeUnlessTyped('password'))
  const preferences = usePreferences(user, () => closeUnlessTyped('preferences'))
  const forms = { details, password, preferences }
  const { submit, busy, problem } = forms[tab]
  const dirty = accountTabs.some((each) => forms[each].form.formState.isDirty)
  const locked = tab !== 'preferences' && !unlocked

  const unlock = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    flushSync(() => setUnlocked(true))
    // At once: the form's own `setFocus` waits, and would take the focus back from a field chosen meanwhile.
    if (form) firstField(form)?.focus()
  }

  return (
    <Dialog
      title={t('account.title')}
      busy={busy}
      staticBackdrop={dirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyText={t('form.saving')}
            disabledReason={locked ? t('account.locked') : undefined}
          >
            {t('form.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <Tabs
        label={t('account.title')}
        active={tab}
        onChange={setTab}
        action={locked && <IconButton icon="edit" label={t('account.edit')} onClick={unlock} />}
        tabs={[
          {
            id: 'details',
            label: t('account.detailsTab'),
            content: <DetailsTab user={user} form={details.form} locked={locked} />,
          },
          {
            id: 'password',
            label: t('account.passwordTab'),
            content: (
              <>
                <PasswordTab form={password.form} locked={locked} />
                <SecondFactor />
                <OwnSessions />
                <SignOutEverywhere onSignedOut={onClose} />
              </>
            ),
          },
          {
            id: 'preferences',
            label: t('account.preferencesTab'),
            content: <PreferencesTab form={preferences.form} />,
          },
        ]}
      />
    </Dialog>
  )
}
