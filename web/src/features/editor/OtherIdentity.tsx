import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createModule } from '@/api/modules'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { showToast } from '@/ui/toasts'

interface OtherIdentityProps {
  path: string
  title: string
  /** The code and language that the draft has now. */
  identity: string
  sha256: string
  /** The entries of the form about the new module. */
  said: () => { comment?: string; changeRequestId?: string }
  onClose: () => void
}

/** Offers to make the new module that a draft with another code has become. The draft stays. */
export function OtherIdentity({ path, title, identity, sha256, said, onClose }: OtherIdentityProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () =>
      createModule(identity, {
        manualPath: path.split('/').slice(0, 3).join('/'),
        draftOf: path,
        sha256,
        checkOut: true,
        ...said(),
      }),
    onSuccess: (made) => {
      showToast({ tone: 'success', text: t('editor.checkIn.other.done', { name: made.title || made.code }) })
      onClose()
      void navigate(paths.editor(made.path))
    },
  })
  return (
    <Notice tone="info" title={t('editor.checkIn.other.title', { code: identity })}>
      <p>{t('editor.checkIn.other.text', { name: title })}</p>
      <FormProblem>{create.error?.message}</FormProblem>
      <Button size="sm" icon="add" busy={create.isPending} onClick={() => create.mutate()}>
        {t('editor.checkIn.other.create')}
      </Button>
    </Notice>
  )
}
