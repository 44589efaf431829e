import { skipToken, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editReference } from '@/api/forms'
import { modulesQuery } from '@/api/library'
import type { EditedReference, File, ReferenceChange, ReferenceTarget } from '@/api/types'
import { ModulePicker } from '@/lib/library/ModulePicker'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { ApplyButtons } from './ApplyButtons'
import { FormFrame, useFormQuery } from './FormFrame'
import { draftOf, type FormTarget } from './formText'
import { useFormApply } from './useFormApply'
import './forms.css'

interface ReferenceDialogProps {
  target: FormTarget
  onClose: () => void
}

/** The reference at the cursor: to another module, or to an element of this one. */
export function ReferenceDialog({ target, onClose }: ReferenceDialogProps) {
  const { t } = useTranslation()
  const { position } = target
  const query = useFormQuery('reference', () => editReference(draftOf(target), { position }))
  return (
    <FormFrame title={t('forms.reference.title')} query={query} onClose={onClose}>
      {(read: EditedReference) =>
        read.at || read.allowsModule || read.allowsInternal ? (
          <ReferenceForm read={read} target={target} onClose={onClose} />
        ) : (
          <Dialog
            title={t('forms.reference.title')}
            onClose={onClose}
            footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
          >
            <Notice tone="info" title={t('forms.reference.notAllowed')}>
              {t('forms.reference.notAllowedText')}
            </Notice>
          </Dialog>
        )
      }
    </FormFrame>
  )
}

function ReferenceForm({ read, target, onClose }: ReferenceDialogProps & { read: EditedReference }) {
  const { t } = useTranslation()
  const { at, allowsModule, allowsInternal, targets } = read
  const { path, position } = target
  const [kind, setKind] = useState(at?.kind ?? (allowsModule ? 'file' : 'internal'))
  const [file, setFile] = useState<File>()
  const [fragment, setFragment] = useState('')
  const [id, setId] = useState(at?.kind === 'internal' ? (at.id ?? '') : '')
  const fragments = useFragments(target, file)
  const change = changeOf()
  const { submit, busy, problem } = useFormApply({
    target,
    ask: () => editReference(draftOf(target), { position, change }),
    onClose,
  })
  function changeOf(): ReferenceChange | undefined {
    if (kind === 'internal') return id === '' ? undefined : { kind, id }
    return file && { kind, path: file.path, id: fragment || undefined }
  }
  return (
    <Dialog
      title={t('forms.reference.title')}
      size="lg"
      busy={busy}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (change) submit()
      }}
      footer={
        <ApplyButtons
          busy={busy}
          disabledReason={change ? undefined : t('forms.reference.chooseFirst')}
          onClose={onClose}
        />
      }
    >
      <FormProblem>{problem ?? fragments.error?.message}</FormProblem>
      {at?.code !== undefined && (
        <p>{t('forms.reference.now', { code: [at.title, at.code, at.id].filter(Boolean).join(' · ') })}</p>
      )}
      {!at && allowsModule && allowsInternal && (
        <RadioGroup
          legend={t('forms.reference.target')}
          value={kind}
          options={[
            { value: 'file', label: t('forms.reference.module') },
            { value: 'internal', label: t('forms.reference.internal') },
          ]}
          onChange={(value) => setKind(value === 'internal' ? 'internal' : 'file')}
        />
      )}
      {kind === 'file' ? (
        <>
          <ModulePicker
            find={modulesQuery}
            manualPath={path.split('/').slice(0, 3).join('/')}
            label={t('forms.reference.choose')}
            value={file?.path}
            onChange={(chosen) => {
              setFile(chosen)
              setFragment('')
            }}
          />
          {file && (
            <TargetSelect
              label={t('forms.reference.place')}
              none={t('forms.reference.whole')}
              targets={fragments.data ?? []}
              value={fragment}
              onChange={setFragment}
            />
          )}
        </>
      ) : targets.length === 0 ? (
        <p className="af-hint">{t('forms.reference.noTargets')}</p>
      ) : (
        <TargetSelect
          label={t('forms.reference.element')}
          none={t('forms.reference.chooseFirst')}
          targets={targets}
          value={id}
          onChange={setId}
        />
      )}
    </Dialog>
  )
}

/** The elements of a chosen module. */
function useFragments(target: FormTarget, file: File | undefined) {
  const dialog = useId()
  const { position } = target
  return useQuery({
    queryKey: ['draftForm', 'fragments', dialog, file?.path],
    queryFn: file
      ? async () => (await editReference(draftOf(target), { position, other: file.path })).fragments
      : skipToken,
    gcTime: 0,
    retry: false,
  })
}

interface TargetSelectProps {
  label: string
  none: string
  targets: readonly ReferenceTarget[]
  value: string
  onChange: (id: string) => void
}

function TargetSelect({ label, none, targets, value, onChange }: TargetSelectProps) {
  const { t } = useTranslation()
  const nameOf = (element: string) => t(`editor.page.element.${element}`, { defaultValue: element })
  const isMissing = value !== '' && !targets.some(({ id }) => id === value)
  return (
    <Select
      label={label}
      value={value}
      options={[
        { value: '', label: none },
        ...(isMissing ? [{ value, label: value }] : []),
        ...targets.map(({ id, element, label: words }) => ({
          value: id,
          label: t('forms.reference.option', { element: nameOf(element), label: words, id }),
        })),
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
