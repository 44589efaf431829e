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
import { applyEdits, draftOf, type FormTarget } from './formText'
import { CompanyFields, QualityFields, SecurityFields } from './metadataFields'
import { changeOf, type MetadataValues, valuesOf } from './metadataForm'
import { ReasonsFields } from './ReasonsFields'
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

function MetadataForm({ metadata, target, onClose }: MetadataDialogProps & { metadata: ModuleMetadata }) {
  const { t } = useTranslation()
  const { title, language, security, responsible, originator, quality, reasons } = metadata
  const form = useForm<MetadataValues>({ defaultValues: valuesOf(metadata) })
  const { errors, isDirty } = form.formState
  const save = async (values: MetadataValues) => {
    const { edits } = await editMetadata(draftOf(target), changeOf(metadata, values))
    if (!applyEdits(target, edits)) throw new Error(t('forms.stale'))
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
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
      busy={busy}
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
      <FormProblem>{problem?.message}</FormProblem>
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
