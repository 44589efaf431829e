import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftPurpose, setRequestAside } from '@/api/changeRequests'
import { useMe } from '@/api/queries'
import type { OpenChangeRequest } from '@/api/types'
import { formatNumber, listComma } from '@/lib/format'
import { keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { LinkButton } from '@/ui/LinkButton'
import { RadioGroup } from '@/ui/RadioGroup'

interface SetAsideDialogProps {
  open: OpenChangeRequest
  onClose: () => void
}

/** Takes the work of a change request out of the manual and keeps it as drafts; then says what stayed. */
export function SetAsideDialog({ open: { request, modules }, onClose }: SetAsideDialogProps) {
  const { t } = useTranslation()
  const { account } = useMe().user
  const [purpose, setPurpose] = useState<DraftPurpose>()
  // A draft of mine on top of checked-in work may be the urgent change: only I can tell.
  const drafts = modules.filter(
    ({ holder, hasDraft, newest, isAway }) =>
      holder === account && hasDraft && newest !== undefined && !isAway,
  )
  const aside = useMutation({ mutationFn: () => setRequestAside(request.id, purpose) })
  if (aside.data) {
    const { modules: done, kept } = aside.data
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
          {t('changeRequests.aside.done', { count: done.length, figure: formatNumber(done.length) })}
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
      closed={drafts.length > 0 && purpose === undefined ? t('changeRequests.aside.choose') : undefined}
      onConfirm={() => aside.mutate()}
      onClose={onClose}
    >
      <p>{t('changeRequests.aside.text')}</p>
      {drafts.length > 0 && (
        <RadioGroup
          legend={t('changeRequests.aside.openDrafts', {
            modules: drafts.map(({ path }) => keyOf(path)).join(listComma()),
          })}
          value={purpose ?? ''}
          onChange={(value) => setPurpose(value === 'work' ? 'work' : 'otherChange')}
          options={[
            {
              value: 'work',
              label: t('changeRequests.aside.isWork'),
              hint: t('changeRequests.aside.isWorkHint'),
            },
            {
              value: 'otherChange',
              label: t('changeRequests.aside.isOther'),
              hint: t('changeRequests.aside.isOtherHint'),
            },
          ]}
        />
      )}
      <p className="mb-0">{t('changeRequests.aside.later')}</p>
    </ConfirmDialog>
  )
}
