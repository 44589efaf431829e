import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addProfile, operatorNamesQuery, saveProfile } from '@/api/library'
import type { Manual, Profile, ProfileScope } from '@/api/types'
import { choicesQuery } from '@/api/view'
import { assertionOf, groupOfAssertion } from '@/lib/applicability/assertion'
import { StatementBuilder } from '@/lib/applicability/StatementBuilder'
import { isComplete } from '@/lib/applicability/statement'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'

interface ProfileForm {
  name: string
  /** Code of the operator; empty for none. */
  operator: string
  scope: ProfileScope
  /** Only for what the server says about the assertion, which is built outside of the form. */
  assertion: string
}

interface ProfileDialogProps {
  manual: Manual
  /** The profile to change; without it a new one is added. */
  opened?: Profile
  onClose: () => void
}

const scopes = ['all', 'fleet', 'assertion'] as const

export function ProfileDialog({ manual, opened, onClose }: ProfileDialogProps) {
  const { t } = useTranslation()
  const form = useForm<ProfileForm>({
    defaultValues: {
      name: opened?.name ?? '',
      operator: opened?.operator ?? '',
      scope: opened?.scope ?? 'assertion',
      assertion: '',
    },
  })
  const [group, setGroup] = useState(() => groupOfAssertion(opened?.assertion))
  const [isBuilt, setIsBuilt] = useState(false)
  const operators = useQuery(operatorNamesQuery).data ?? []
  const properties = useQuery(choicesQuery(manual.path, {})).data?.properties ?? []
  const { name, operator, scope } = form.watch()
  const save = async (values: ProfileForm) => {
    const body = {
      name: values.name,
      operator: values.operator || undefined,
      scope: values.scope,
      ...(values.scope === 'assertion' && { assertion: assertionOf(group) }),
    }
    if (opened) await saveProfile({ ...body, id: opened.id, version: opened.version })
    else await addProfile({ ...body, manualPath: manual.path })
    showToast({ tone: 'success', text: t('fleet.profile.saved', { name: values.name }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const { errors, isDirty } = form.formState
  const isUnfinished = scope === 'assertion' && !(group.parts.length > 0 && isComplete(group))
  const codes = operators.map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` }))
  const isListed = operator === '' || codes.some(({ value }) => value === operator)
  return (
    <Dialog
      title={opened ? t('fleet.profile.editTitle', { name: opened.name }) : t('fleet.profile.addTitle')}
      size="lg"
      busy={busy}
      staticBackdrop={isDirty || isBuilt}
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
            disabledReason={
              name.trim() === ''
                ? t('fleet.profile.nameMissing')
                : isUnfinished
                  ? t('fleet.profile.unfinished')
                  : undefined
            }
          >
            {opened ? t('form.save') : t('fleet.profile.add')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message ?? errors.assertion?.message}</FormProblem>
      <Field
        label={t('fleet.profile.name')}
        error={errors.name?.message}
        maxLength={64}
        autoComplete="off"
        {...form.register('name')}
      />
      <Select
        label={t('fleet.profile.operator')}
        hint={t('fleet.profile.operatorHint')}
        error={errors.operator?.message}
        options={[
          { value: '', label: t('fleet.profile.noOperator') },
          ...(isListed ? [] : [{ value: operator, label: operator }]),
          ...codes,
        ]}
        {...form.register('operator')}
      />
      <RadioGroup
        legend={t('fleet.profile.content')}
        options={scopes.map((value) => ({
          value,
          label: t(`fleet.profile.scope.${value}`),
          hint: t(`fleet.profile.scopeHint.${value}`),
          disabled: value === 'fleet' && operator === '' && scope !== 'fleet',
        }))}
        value={scope}
        onChange={(value) => {
          const next = scopes.find((one) => one === value)
          if (next) form.setValue('scope', next, { shouldDirty: true })
        }}
      />
      {scope === 'assertion' && (
        <StatementBuilder
          node={group}
          properties={properties}
          readOnly={busy}
          emptyHint={t('fleet.profile.emptyHint')}
          onChange={(next) => {
            setGroup(next)
            setIsBuilt(true)
          }}
        />
      )}
    </Dialog>
  )
}
