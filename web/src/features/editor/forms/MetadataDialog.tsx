import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { editMetadata } from '@/api/forms'
import type { EditedMetadata, ModuleMetadata } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { ApplyButtons } from './ApplyButtons'
import { FormFrame, useFormQuery } from './FormFrame'
import { applyEdits, draftOf, type FormPlace, type FormTarget, renewed } from './formText'
import { CompanyFields, QualityFields, SecurityFields } from './metadataFields'
import { changeOf, keptValues, type MetadataValues, valuesOf } from './metadataForm'
import { ReasonsFields } from './ReasonsFields'
import { ReloadText } from './ReloadText'
import './forms.css'

interface MetadataDialogProps {
  target: FormTarget
  onClose: () => void
}

/** Titles, security, companies, quality assurance and reasons for update of a module. */
export function MetadataDialog({ target, onClose }: MetadataDialogProps) {
  const { t } = useTranslation()
  const query = useFormQuery('metadata', () => editMetadata(draftOf(target)))
  return (
    <FormFrame title={t('forms.metadata.title')} query={query} onClose={onClose}>
      {({ metadata }: EditedMetadata) => (
        <MetadataForm metadata={metadata} target={target} onClose={onClose} />
      )}
    </FormFrame>
  )
}

/** The values of a form, and the text that has them. */
interface ReadMetadata {
  metadata: ModuleMetadata
  place: FormPlace
}

interface MetadataFormProps extends MetadataDialogProps {
  metadata: ModuleMetadata
}

function MetadataForm({ metadata: opened, target, onClose }: MetadataFormProps) {
  const { t } = useTranslation()
  const [{ metadata, place }, setRead] = useState<ReadMetadata>({ metadata: opened, place: { target } })
  const [isStale, setStale] = useState(false)
  const { title, language, security, responsible, originator, quality, reasons } = metadata
  const form = useForm<MetadataValues>({ defaultValues: valuesOf(metadata) })
  const { errors, isDirty } = form.formState
  const save = async (values: MetadataValues) => {
    setStale(false)
    const { edits } = await editMetadata(draftOf(place.target), changeOf(metadata, values))
    if (applyEdits(place.target, edits)) return onClose()
    setStale(true)
    throw new Error(t('forms.stale'))
  }
  const { submit, busy, problem, clearProblem } = useFormSave(form, save)
  const reload = useMutation({
    mutationFn: async () => {
      const next = renewed(place, false)
      if (!next) throw new Error(t('forms.staleFields'))
      const now = (await editMetadata(draftOf(next.target))).metadata
      const kept = keptValues(valuesOf(metadata), form.getValues(), valuesOf(now))
      if (!kept) throw new Error(t('forms.staleFields'))
      return { place: next, metadata: now, kept }
    },
    onSuccess: ({ kept, ...next }) => {
      form.reset(valuesOf(next.metadata))
      // Only what was typed is a change of the text as it is now.
      for (const [name, value] of kept) form.setValue(name, value, { shouldDirty: true })
      setRead(next)
      setStale(false)
      clearProblem()
    },
  })
  const hasNothing = !title && !security && !responsible && !originator && reasons === undefined
  const nameField = (name: 'techName' | 'infoName' | 'infoNameVariant', label: string) => {
    const own = title?.[name]
    return (
      own && (
        <Field
          label={label}
          required={name === 'techName'}
          readOnly={own.isFixed}
          hint={own.isFixed ? t('forms.fixed') : undefined}
          error={errors[name]?.message}
          maxLength={500}
          autoComplete="off"
          {...form.register(name)}
        />
      )
    )
  }
  return (
    <Dialog
      title={t('forms.metadata.title')}
      size="lg"
      busy={busy || reload.isPending}
      staticBackdrop={isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <ApplyButtons
          busy={busy}
          disabledReason={isDirty ? undefined : t('forms.unchanged')}
          onClose={onClose}
        />
      }
    >
      <FormProblem action={<ReloadText onReload={isStale ? () => reload.mutate() : undefined} />}>
        {(reload.error ?? problem)?.message}
      </FormProblem>
      {hasNothing && <p className="af-hint">{t('forms.metadata.none')}</p>}
      {nameField('techName', t(title?.infoName ? 'forms.metadata.techName' : 'forms.metadata.pmTitle'))}
      {nameField('infoName', t('forms.metadata.infoName'))}
      {nameField('infoNameVariant', t('forms.metadata.infoNameVariant'))}
      {language !== undefined && (
        <Field
          label={t('forms.metadata.language')}
          hint={t('forms.metadata.languageHint')}
          readOnly
          value={language}
        />
      )}
      {security && <SecurityFields form={form} />}
      {responsible && (
        <CompanyFields
          form={form}
          name="responsible"
          legend={t('forms.metadata.responsible')}
          isFixed={responsible.name.isFixed}
        />
      )}
      {originator && (
        <CompanyFields
          form={form}
          name="originator"
          legend={t('forms.metadata.originator')}
          isFixed={originator.name.isFixed}
        />
      )}
      {quality.map(({ isFixed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their number and order are those of the text.
        <QualityFields key={index} form={form} index={index} isFixed={isFixed} />
      ))}
      {reasons !== undefined && (
        <ReasonsFields form={form} reasons={reasons} isTyped={metadata.hasTypedReasons} />
      )}
    </Dialog>
  )
}
