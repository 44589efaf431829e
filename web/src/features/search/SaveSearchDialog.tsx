import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { saveSearch } from '@/api/search'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { requestOf, type SearchState } from './searchState'

const longestName = 128

/** Keeps the question with all that is chosen, under a name of one's own. */
export function SaveSearchDialog({ state, onClose }: { state: SearchState; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { name: state.text.slice(0, longestName) } })
  const { submit, busy, problem } = useFormSave(form, async ({ name }) => {
    await saveSearch(name.trim(), requestOf(state))
    showToast({ tone: 'success', text: t('search.save.done', { name: name.trim() }) })
    onClose()
  })
  return (
    <Dialog
      title={t('search.save.title')}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('search.save.busy')}>
            {t('search.save.confirm')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <Field
        label={t('search.save.name')}
        hint={t('search.save.hint')}
        error={form.formState.errors.name?.message}
        autoComplete="off"
        maxLength={longestName}
        required
        {...form.register('name', {
          validate: (name) => name.trim() !== '' || t('search.save.empty'),
        })}
      />
    </Dialog>
  )
}
