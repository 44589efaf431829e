import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Bookmark } from '@/api/types'
import { bookmarkFolders, updateBookmark } from '@/api/workspace'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'

/** Gives a bookmark a name and a folder of its owner's. */
export function BookmarkDialog({ bookmark, onClose }: { bookmark: Bookmark; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { name, folder } = bookmark
  const form = useForm({ defaultValues: { name, folder } })
  const folders = useQuery(bookmarkFolders).data ?? []
  const { submit, busy, problem } = useFormSave(form, async (label) => {
    await updateBookmark(bookmark, label)
    showToast({ tone: 'success', text: t('workspace.bookmark.saved') })
    onClose()
  })
  return (
    <Dialog
      title={t('workspace.bookmark.editTitle')}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <Field
        label={t('workspace.bookmark.name')}
        error={form.formState.errors.name?.message}
        autoComplete="off"
        required
        {...form.register('name')}
      />
      <Field
        label={t('workspace.bookmark.folder')}
        hint={t('workspace.bookmark.folderHint')}
        error={form.formState.errors.folder?.message}
        autoComplete="off"
        list={id}
        {...form.register('folder')}
      />
      <datalist id={id}>
        {folders
          .filter((each) => each.name !== '')
          .map((each) => (
            <option key={each.name} value={each.name} />
          ))}
      </datalist>
    </Dialog>
  )
}
