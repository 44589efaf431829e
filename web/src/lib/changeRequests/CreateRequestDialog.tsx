import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { RequestCalls } from '@/api/changeRequests'
import type { Me, NewChangeRequest, OpenChangeRequest } from '@/api/types'
import { can } from '@/lib/can'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import { DescriptionFields, PlanFields } from './RequestFields'
import { emptyRequest, newRequestOf, type RequestForm } from './requestForm'

interface CreateRequestDialogProps {
  calls: RequestCalls
  me: Me
  /** The manual; it is chosen in the dialog when it is left out. */
  manualPath?: string
  /** The paragraph that is read. */
  place?: NewChangeRequest['place']
  /** The beginning of the paragraph. */
  quote?: string
  onDone: (open: OpenChangeRequest) => void
  onClose: () => void
}

/** Whether the user is an author of a manual: its access rules can allow less than the role. */
function useIsAuthor({ requestPeopleQuery }: RequestCalls, me: Me, manualPath: string): boolean {
  const { account } = me.user
  const people = useQuery({
    ...requestPeopleQuery(manualPath, 'author', account),
    enabled: can.editContent(me) && manualPath !== '',
  })
  return people.data?.some((person) => person.account === account) ?? false
}

/** Asks for a change of a manual. Readers describe it; authors also plan it. */
export function CreateRequestDialog(props: CreateRequestDialogProps) {
  const { calls, me, manualPath, place, quote, ...on } = props
  const { t } = useTranslation()
  const manuals = useQuery({ ...calls.manualsQuery(), enabled: manualPath === undefined }).data ?? []
  const form = useForm<RequestForm>({ defaultValues: emptyRequest(manualPath ?? '') })
  const mayPlan = useIsAuthor(calls, me, form.watch('manualPath'))
  const save = async (values: RequestForm) => {
    const open = await calls.createRequest(newRequestOf(values, place))
    on.onClose()
    on.onDone(open)
  }
  const { submit, busy, problem } = useFormSave(form, save)
  // People of one manual may have no access to another one.
  const forgetPeople = () => {
    form.setValue('assignee', [])
    form.setValue('reviewers', [])
  }
  return (
    <Dialog
      title={t('changeRequests.create.title')}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={on.onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={on.onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyText={t('changeRequests.create.busy')}
            disabledReason={form.watch('manualPath') === '' ? t('changeRequests.create.noManual') : undefined}
          >
            {t('changeRequests.create.action')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      {quote && <blockquote className="crq-quote">{quote}</blockquote>}
      {manualPath === undefined && (
        <Select
          label={t('changeRequests.form.manual')}
          options={[
            { value: '', label: t('changeRequests.form.chooseManual') },
            ...manuals.map((manual) => ({ value: manual.path, label: manual.path.slice(1) })),
          ]}
          required
          {...form.register('manualPath', { onChange: forgetPeople })}
        />
      )}
      <DescriptionFields form={form} />
      {mayPlan && <PlanFields calls={calls} form={form} />}
    </Dialog>
  )
}
