import { useMutation } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { Trans, useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useHoldersIn } from '@/api/editing'
import { deleteFolder, refreshLibrary } from '@/api/library'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { databaseOf, displayName, type Folder, isManual } from '@/lib/library/folders'
import { paths } from '@/lib/paths'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { showToast } from '@/ui/toasts'
import { forgetFolder } from '../tree/treeState'

export function DeleteDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const remove = useMutation({ mutationFn: () => deleteFolder(folder) })
  const holders = useHoldersIn(folder.path)
  const own = holders.get(me.user.account) ?? 0
  const others = [...holders].filter(([account]) => account !== me.user.account)
  const leave = async () => {
    flushSync(() => forgetFolder(folder.path))
    showToast({ tone: 'success', text: t('library.done') })
    onClose()
    const next = placeAfter(folder, pathname)
    if (next) await navigate(next, { replace: true, flushSync: true })
    refreshLibrary()
  }
  const confirm = () => remove.mutate(undefined, { onSuccess: () => void leave() })
  const kind = isManual(folder) ? 'manual' : 'database'
  return (
    <ConfirmDialog
      title={t(`library.delete.${kind}`)}
      confirmText={t('library.delete.confirm')}
      busyText={t('library.delete.busy')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      closed={others.length > 0 ? t('library.delete.heldClosed') : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <Trans i18nKey="library.delete.question" values={{ name: displayName(folder), path: folder.path }}>
          <strong />
          <code />
        </Trans>
      </p>
      {others.length > 0 && (
        <Notice tone="warning" title={t('library.delete.held')}>
          <ul>
            {others.map(([account, count]) => (
              <li key={account}>{t('library.delete.heldBy', { account, count })}</li>
            ))}
          </ul>
          <p>{t('library.delete.heldNext')}</p>
        </Notice>
      )}
      {own > 0 && <p>{t('library.delete.heldOwn', { count: own })}</p>}
      <p className="mb-0">
        {t(`library.delete.${kind}Final`, {
          modules: folder.moduleCount,
          manuals: isManual(folder) ? 1 : folder.manualCount,
        })}{' '}
        {t(can.deleteDatabase(me) ? 'library.delete.restoreOwn' : 'library.delete.restoreOthers')}
      </p>
    </ConfirmDialog>
  )
}

/** After the deletion of a database the dashboard opens, after that of a manual its database. */
function placeAfter(folder: Folder, pathname: string): string | undefined {
  if (!isManual(folder)) return paths.dashboard()
  const own = paths.manual(databaseOf(folder), folder.name)
  return pathname === own ? paths.database(databaseOf(folder)) : undefined
}
