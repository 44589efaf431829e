import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'

interface SectionDialogProps {
  /** The title now; empty for a new section. */
  title: string
  onSave: (title: string) => void
  onClose: () => void
}

const longest = 500

/** Asks for the title of a section. */
export function SectionDialog({ title, onSave, onClose }: SectionDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(title)
  const isNew = title === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onSave(text.trim())
  }
  return (
    <Dialog
      title={t(isNew ? 'modules.outline.addSection' : 'modules.outline.renameTitle')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={text.trim() === '' ? t('modules.outline.titleMissing') : undefined}
          >
            {t(isNew ? 'modules.outline.add' : 'modules.outline.rename')}
          </Button>
        </>
      }
    >
      <Field
        label={t('modules.outline.title')}
        required
        maxLength={longest}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  )
}
