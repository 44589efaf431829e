import { skipToken, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editReference } from '@/api/forms'
import { modulesQuery } from '@/api/library'
import type { EditedReference, ReferenceChange, ReferenceTarget } from '@/api/types'
import { ModulePicker } from '@/lib/library/ModulePicker'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { ApplyButtons } from './ApplyButtons'
import { FormFrame, useFormQuery } from './FormFrame'
import { problemText } from './formProblem'
import { draftOf, type FormTarget } from './formText'
import { ReloadText } from './ReloadText'
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
      {(read: EditedReference) => {
        const isToPublication = read.at?.code?.startsWith('PM') === true
        if (!isToPublication && (read.at || read.allowsModule || read.allowsInternal))
          return <ReferenceForm read={read} target={target} onClose={onClose} />
        return (
          <Dialog
            title={t('forms.reference.title')}
            onClose={onClose}
            footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
          >
            {isToPublication ? (
              <Notice tone="info" title={t('forms.reference.publication')}>
                {[read.at?.title, read.at?.code].filter(Boolean).join(' · ')}
              </Notice>
            ) : (
              <Notice tone="info" title={t('forms.reference.notAllowed')}>
                {t('forms.reference.notAllowedText')}
              </Notice>
            )}
          </Dialog>
        )
      }}
    </FormFrame>
  )
}

function ReferenceForm({ read, target, onClose }: ReferenceDialogProps & { read: EditedReference }) {
  const { t } = useTranslation()
  const { at, allowsModule, allowsInternal, targets } = read
  const { path } = target
  const [kind, setKind] = useState(at?.kind ?? (allowsModule ? 'file' : 'internal'))
  const [file, setFile] = useState(at?.path)
  const [fragment, setFragment] = useState(at?.kind === 'file' ? (at.id ?? '') : '')
  const [id, setId] = useState(at?.kind === 'internal' ? (at.id ?? '') : '')
  const fragments = useFragments(target, file)
  const change = changeOf()
  const isUnchanged = kind === 'internal' ? id === at?.id : file === at?.path && fragment === (at?.id ?? '')
  const { submit, busy, problem, reload } = useFormApply({
    opened: { target },
    needsPlace: true,
    ask: ({ target: now }) => editReference(draftOf(now), { position: now.position, change }),
    shown: placeOf(read),
    read: async ({ target: now }) => placeOf(await editReference(draftOf(now), { position: now.position })),
    onClose,
  })
  function changeOf(): ReferenceChange | undefined {
    if (kind === 'internal') return id === '' ? undefined : { kind, id }
    return file === undefined ? undefined : { kind, path: file, id: fragment || undefined }
  }
  const disabledReason = () => {
    if (!change) return t('forms.reference.chooseFirst')
    return at && isUnchanged ? t('forms.unchanged') : undefined
  }
  return (
    <Dialog
      title={t('forms.reference.title')}
      size="lg"
      busy={busy}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (disabledReason() === undefined) submit()
      }}
      footer={<ApplyButtons busy={busy} disabledReason={disabledReason()} onClose={onClose} />}
    >
      <FormProblem action={<ReloadText onReload={reload} />}>
        {problem ?? problemText(fragments.error)}
      </FormProblem>
      {at?.code !== undefined && (
        <p>{t('forms.reference.now', { code: [at.title, at.code, at.id].filter(Boolean).join(' · ') })}</p>
      )}
      {at?.issue !== undefined && (
        <p className="af-hint">{t('forms.reference.issue', { issue: at.issue })}</p>
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
            value={file}
            onChange={(chosen) => {
              setFile(chosen.path)
              setFragment('')
            }}
          />
          {file !== undefined && (
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

/** The part of the text at the cursor that can be changed. */
const placeOf = ({ at, allowsModule, allowsInternal }: EditedReference) => ({
  at,
  allowsModule,
  allowsInternal,
})

/** The elements of a chosen module. */
function useFragments(target: FormTarget, file: string | undefined) {
  const dialog = useId()
  const { position } = target
  return useQuery({
    queryKey: ['draftForm', 'fragments', dialog, file],
    queryFn:
      file === undefined
        ? skipToken
        : async () => (await editReference(draftOf(target), { position, other: file })).fragments,
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
