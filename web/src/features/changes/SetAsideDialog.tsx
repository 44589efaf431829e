import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { setRequestAside } from '@/api/changeRequests'
import type { ChangeRequest } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { LinkButton } from '@/ui/LinkButton'

interface SetAsideDialogProps {
  request: ChangeRequest
  onClose: () => void
}

/** Takes the work of a change request out of the manual and keeps it as drafts; then says what stayed. */
export function SetAsideDialog({ request, onClose }: SetAsideDialogProps) {
  const { t } = useTranslation()
  const aside = useMutation({ mutationFn: () => setRequestAside(request.id) })
  if (aside.data) {
    const { modules, kept } = aside.data
    return (
      <Dialog
        title={t('changeRequests.aside.title')}
        onClose={onClose}
        footer={
          <LinkButton variant="primary" href={href(paths.checkout())}>
            {t('changeRequests.aside.drafts')}
          </LinkButton>
        }
      >
        <p role="status">
          {t('changeRequests.aside.done', { count: modules.length, figure: formatNumber(modules.length) })}
        </p>
        {kept.length > 0 && (
          <>
            <p>{t('changeRequests.aside.kept')}</p>
            <ul>
              {kept.map(({ path, reason }) => (
                <li key={path}>
                  {keyOf(path)}: {t(`changeRequests.aside.reason.${reason}`)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={t('changeRequests.aside.question')}
      confirmText={t('changeRequests.aside.action')}
      busyText={t('changeRequests.aside.busy')}
      busy={aside.isPending}
      problem={aside.error?.message}
      onConfirm={() => aside.mutate()}
      onClose={onClose}
    >
      <p>{t('changeRequests.aside.text')}</p>
      <p className="mb-0">{t('changeRequests.aside.later')}</p>
    </ConfirmDialog>
  )
}
