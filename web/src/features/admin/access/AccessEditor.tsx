import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceAccess } from '@/api/types'
import { listComma } from '@/lib/format'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { showToast } from '@/ui/toasts'
import { accessFormOf, lostGrants, takesRights, updateOf } from './accessForm'
import { GrantsField } from './GrantsField'
import { InheritedAccess } from './InheritedAccess'
import { useUpdateAccess } from './queries'

interface AccessEditorProps {
  paths: readonly string[]
  /** The access to the only place; without it several places are changed alike. */
  opened?: PlaceAccess
  /** The access to the database of the only manual. */
  above?: PlaceAccess
  onSaved: () => void
  onClose: () => void
}

const limits = ['same', 'open', 'limited'] as const

export function AccessEditor({ paths, opened, above, onSaved, onClose }: AccessEditorProps) {
  const { t } = useTranslation()
  const [before] = useState(() => accessFormOf(opened))
  const [form, setForm] = useState(before)
  const [asking, setAsking] = useState(false)
  const update = useUpdateAccess()
  const change = updateOf(paths, before, form)
  const isDirty = change.limited !== undefined || (change.grants ?? []).length > 0
  const about = { path: paths[0], number: paths.length }
  const save = () =>
    update.mutate(change, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t(opened ? 'access.saved' : 'access.savedSeveral', about) })
        onSaved()
        onClose()
      },
    })
  const lost = lostGrants(before, form)
    .map(({ name }) => name)
    .join(listComma())
  const kind = opened === undefined ? 'several' : above ? 'manual' : 'database'
  const offered = limits.filter((limit) => limit !== 'same' || opened === undefined)
  return (
    <Dialog
      title={t(opened ? 'access.title' : 'access.severalTitle', about)}
      size="lg"
      startsAtTop
      busy={update.isPending}
      staticBackdrop={isDirty}
      onClose={onClose}
      footer={
        <>
          <Button disabled={update.isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={update.isPending}
            busyText={t('form.saving')}
            disabledReason={isDirty ? undefined : t('access.unchanged')}
            onClick={() => (takesRights(before, form) ? setAsking(true) : save())}
          >
            {t('form.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{update.error?.message}</FormProblem>
      {opened === undefined && <p>{paths.join(listComma())}</p>}
      <RadioGroup
        legend={t('access.limit')}
        options={offered.map((value) => ({
          value,
          label: t(`access.limits.${kind}.${value}`),
          hint: t(`access.limitHints.${kind}.${value}`),
        }))}
        value={form.limit}
        onChange={(value) =>
          setForm({ ...form, limit: limits.find((limit) => limit === value) ?? form.limit })
        }
      />
      {above && <InheritedAccess database={above} />}
      <GrantsField
        value={form.grants}
        mayRemove={opened === undefined}
        onChange={(grants) => setForm({ ...form, grants })}
      />
      {asking && (
        <ConfirmDialog
          title={t('access.confirmTitle')}
          confirmText={t('access.confirm')}
          busyText={t('form.saving')}
          danger
          onConfirm={() => {
            setAsking(false)
            save()
          }}
          onClose={() => setAsking(false)}
        >
          {form.limit === 'limited' && before.limit !== 'limited' && <p>{t('access.confirmLimit')}</p>}
          {lost !== '' && <p>{t('access.confirmLost', { names: lost })}</p>}
          <p className="mb-0">{t('access.confirmText')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
