import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { mostNoteLetters, ownersQuery, updateTodo } from '@/api/revisions'
import type { RevisionDetail, RevisionTodo } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { usePaused } from '@/lib/usePaused'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { SuggestField } from '@/ui/SuggestField'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { type TodoFields, todoChange } from './todoChange'

interface AssignDialogProps {
  revision: RevisionDetail
  todos: readonly RevisionTodo[]
  onAssigned: () => void
  onClose: () => void
}

interface Refused {
  name: string
  message: string
}

const nameOf = ({ title, code }: RevisionTodo) => title || code

/** Changes owner, due date and note of one to-do, or owner and due date of several. */
export function AssignDialog({ revision, todos, onAssigned, onClose }: AssignDialogProps) {
  const { t } = useTranslation()
  // The list is refreshed behind the dialog: what is saved belongs to the version that the form was filled from.
  const [only] = useState(() => (todos.length === 1 ? todos[0] : undefined))
  const form = useForm<TodoFields>({
    defaultValues: { owner: only?.owner?.account ?? '', dueOn: only?.dueOn ?? '', note: only?.note ?? '' },
  })
  const [refused, setRefused] = useState<Refused[]>([])
  const { errors, dirtyFields, isDirty } = form.formState
  const save = async (values: TodoFields) => {
    const change = todoChange(values, dirtyFields)
    if (only) await updateTodo(revision.id, only, change)
    else {
      // One after the other: each is refused or accepted by itself.
      const failed: Refused[] = []
      for (const todo of todos) {
        try {
          await updateTodo(revision.id, todo, change)
        } catch (error) {
          failed.push({ name: nameOf(todo), message: error instanceof Error ? error.message : String(error) })
        }
      }
      setRefused(failed)
      if (failed.length > 0) return
    }
    showToast({ tone: 'success', text: t('revisions.todos.assigned', { count: todos.length }) })
    onAssigned()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={
        only
          ? t('revisions.todos.assignOne', { name: nameOf(only) })
          : t('revisions.todos.assignTitle', { count: todos.length })
      }
      busy={busy}
      staticBackdrop={isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabledReason={isDirty ? undefined : t('revisions.todos.unchanged')}
          >
            {t('revisions.todos.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      {refused.length > 0 && (
        <Notice tone="warning" title={t('revisions.todos.refused', { count: refused.length })}>
          <ul className="mb-0">
            {refused.map(({ name, message }) => (
              <li key={name}>
                {name}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <OwnerField
        revision={revision.id}
        value={form.watch('owner')}
        error={errors.owner?.message}
        onChange={(owner) => form.setValue('owner', owner, { shouldDirty: true })}
      />
      <Field
        type="date"
        label={t('revisions.todos.due')}
        error={errors.dueOn?.message}
        {...form.register('dueOn')}
      />
      {only && (
        <TextArea
          label={t('revisions.note')}
          rows={3}
          maxLength={mostNoteLetters}
          error={errors.note?.message}
          {...form.register('note')}
        />
      )}
    </Dialog>
  )
}

interface OwnerFieldProps {
  revision: string
  value: string
  error: string | undefined
  onChange: (account: string) => void
}

const typingPauseMs = 250

function OwnerField({ revision, value, error, onChange }: OwnerFieldProps) {
  const { t } = useTranslation()
  const { account } = useMe().user
  const people = useQuery(ownersQuery(revision, usePaused(value.trim(), typingPauseMs))).data ?? []
  return (
    <div className="af-field">
      <span className="form-label" aria-hidden="true">
        {t('revisions.todos.owner')}
      </span>
      <SuggestField
        label={t('revisions.todos.owner')}
        placeholder={t('revisions.todos.ownerHint')}
        value={value}
        error={error}
        onChange={onChange}
        onSearch={onChange}
        suggestions={people.map((person) => ({
          id: person.account,
          icon: 'user' as const,
          text: person.account,
          note: person.name,
        }))}
        suggestionsLabel={t('revisions.todos.people')}
        onPick={({ text }) => onChange(text)}
      />
      <Button size="sm" variant="link" onClick={() => onChange(account)}>
        {t('revisions.todos.toMe')}
      </Button>
    </div>
  )
}
