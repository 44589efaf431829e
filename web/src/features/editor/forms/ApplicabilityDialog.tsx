import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { editApplicability } from '@/api/forms'
import type { ApplicabilityChange, ApplicabilityFields, EditedApplicability } from '@/api/types'
import { choicesQuery } from '@/api/view'
import { usePaused } from '@/lib/usePaused'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { AppliesTo } from './AppliesTo'
import { ApplyButtons } from './ApplyButtons'
import { FormFrame, useFormQuery } from './FormFrame'
import { problemText } from './formProblem'
import { draftOf, type FormTarget } from './formText'
import { ReloadText } from './ReloadText'
import { StatementChoice, StatementFields } from './StatementFields'
import { useFormApply } from './useFormApply'
import { useStatementForm } from './useStatementForm'
import './forms.css'

interface ApplicabilityDialogProps {
  target: FormTarget
  /** The beginning of an element; undefined for the module. */
  element: number | undefined
  onClose: () => void
}

const pauseMs = 300

/** The applicability of a module or an element, built of properties and values, with the aircraft that it applies to. */
export function ApplicabilityDialog({ target, element, onClose }: ApplicabilityDialogProps) {
  const { t } = useTranslation()
  const title = t(element === undefined ? 'forms.applic.ofModule' : 'forms.applic.ofElement')
  const query = useFormQuery('applicability', () => editApplicability(draftOf(target), element))
  return (
    <FormFrame title={title} query={query} onClose={onClose}>
      {(read: EditedApplicability) =>
        read.applicability ? (
          <ApplicabilityForm
            title={title}
            target={target}
            element={element}
            read={read}
            fields={read.applicability}
            onClose={onClose}
          />
        ) : (
          <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('ui.close')}</Button>}>
            <p>{t('forms.applic.noStatus')}</p>
            <AppliesTo applicants={read.applicants} />
          </Dialog>
        )
      }
    </FormFrame>
  )
}

interface ApplicabilityFormProps extends ApplicabilityDialogProps {
  title: string
  read: EditedApplicability
  fields: ApplicabilityFields
}

function ApplicabilityForm({ title, target, element, read, fields, onClose }: ApplicabilityFormProps) {
  const { t } = useTranslation()
  const form = useStatementForm(fields, element === undefined)
  const { isDirty, change, disabledReason } = form
  const choices = useQuery(choicesQuery(target.path.split('/').slice(0, 3).join('/'), {}))
  const isComplete = disabledReason === undefined
  // The count of a statement that is not complete yet would be that of another one.
  const isOutdated = isDirty && !isComplete
  const { place, submit, busy, problem, reload } = useFormApply({
    opened: { target, element },
    needsPlace: element !== undefined,
    ask: (now) => editApplicability(draftOf(now.target), now.element, change),
    shown: fields,
    read: async (now) => (await editApplicability(draftOf(now.target), now.element)).applicability,
    onClose,
  })
  const preview = usePreview(place.target, place.element, isComplete ? change : undefined, read)
  return (
    <Dialog
      title={title}
      size="lg"
      busy={busy}
      staticBackdrop={isDirty}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (disabledReason === undefined) submit()
      }}
      footer={<ApplyButtons busy={busy} disabledReason={disabledReason} onClose={onClose} />}
    >
      <FormProblem action={<ReloadText onReload={reload} />}>{problem ?? preview.problem}</FormProblem>
      {fields.elsewhere !== undefined && (
        <Notice tone="info" title={t('forms.applic.elsewhere')}>
          {fields.elsewhere}
        </Notice>
      )}
      {element !== undefined && <StatementChoice form={form} group={fields.group} />}
      {form.isBuilt && (
        <StatementFields
          form={form}
          properties={choices.data?.properties ?? []}
          words={preview.words}
          applicants={preview.applicants}
        />
      )}
      <div role="status">{!isOutdated && <AppliesTo applicants={preview.applicants} />}</div>
    </Dialog>
  )
}

/** The statement after a change, asked for when typing rests; before any change the statement of the text. */
function usePreview(
  target: FormTarget,
  element: number | undefined,
  change: ApplicabilityChange | undefined,
  read: EditedApplicability,
) {
  const id = useId()
  const wanted = usePaused(JSON.stringify(change), pauseMs)
  const query = useQuery({
    queryKey: ['draftForm', 'applicabilityPreview', id, wanted],
    queryFn: () => editApplicability(draftOf(target), element, change),
    enabled: change !== undefined && wanted === JSON.stringify(change),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const { words, applicants } = query.data ?? read
  return { words, applicants, problem: problemText(query.error) }
}
