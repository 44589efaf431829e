import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readFolder, renameFolder } from '@/api/library'
import { hasCode } from '@/api/problem'
import { displayName, type Folder, isManual } from '@/lib/library/folders'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import { Field } from '@/ui/Field'
import { showToast } from '@/ui/toasts'
import { FormDialog } from './FormDialog'

interface RenameForm {
  aliasName: string
}

const formOf = (folder: Folder): RenameForm => ({ aliasName: displayName(folder) })

/** The dialog in its mode "update": the alias changes, the name in addresses stays. */
export function RenameDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<RenameForm>({ defaultValues: formOf(folder) })
  const { stored, reload } = useReload(form, folder, { read: readFolder, formOf })
  const save = async ({ aliasName }: RenameForm) => {
    await renameFolder(stored, aliasName)
    showToast({ tone: 'success', text: t('library.done') })
    onClose()
  }
  const { submit, busy, problem, clearProblem } = useFormSave(
    form,
    save,
    {},
    { 'attributeMap.aliasName': 'aliasName' },
  )
  return (
    <FormDialog
      title={t(isManual(folder) ? 'library.rename.manual' : 'library.rename.database')}
      saveText={t('library.form.update')}
      busyText={t('library.form.updating')}
      name={form.watch('aliasName')}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      problemAction={
        hasCode(problem, 'changed_meanwhile') && (
          <Button variant="link" size="sm" onClick={() => void reload(clearProblem)}>
            {t('form.reload')}
          </Button>
        )
      }
      submit={submit}
      onClose={onClose}
    >
      <Field
        label={t('library.form.alias')}
        hint={t('library.rename.hint')}
        error={form.formState.errors.aliasName?.message}
        autoComplete="off"
        required
        {...form.register('aliasName')}
      />
      <DescriptionList items={[{ term: t('library.rename.path'), value: <Code>{folder.path}</Code> }]} />
    </FormDialog>
  )
}
