import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachFile, deleteAttachment, maxAttachmentBytes, saveAttachment } from '@/api/changeRequests'
import type { OpenChangeRequest } from '@/api/types'
import { formatBytes } from '@/lib/format'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { IconButton } from '@/ui/IconButton'
import { showToast } from '@/ui/toasts'

/** The files of a change request, such as a scanned bulletin. */
export function AttachmentsCard({ open: { request, attachments, abilities } }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({ mutationFn: (file: File) => attachFile(request.id, file), onError: showProblem })
  const [deleted, setDeleted] = useState<string>()
  const remove = useMutation({
    mutationFn: (name: string) => deleteAttachment(request.id, name),
    onSuccess: () => setDeleted(undefined),
  })
  const save = useMutation({
    mutationFn: (name: string) => saveAttachment(request.id, name),
    onError: showProblem,
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxAttachmentBytes) {
      showToast({ tone: 'danger', text: t('changeRequests.attachments.tooLarge') })
    } else add.mutate(file)
  }
  return (
    <Card title={t('changeRequests.attachments.title')}>
      {attachments.length === 0 && <p className="af-hint">{t('changeRequests.attachments.none')}</p>}
      <ul className="crq-reviewers">
        {attachments.map(({ fileName, size }) => (
          <li key={fileName} className="d-flex flex-wrap gap-2 align-items-center">
            <Button variant="link" size="sm" icon="download" onClick={() => save.mutate(fileName)}>
              <span className="crq-link">{fileName}</span>
            </Button>
            <small>{formatBytes(size)}</small>
            {abilities.mayDescribe && (
              <IconButton
                icon="trash"
                size="sm"
                label={t('changeRequests.attachments.delete', { name: fileName })}
                onClick={() => {
                  remove.reset()
                  setDeleted(fileName)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {abilities.mayDescribe && (
        <>
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            aria-label={t('changeRequests.attachments.title')}
            tabIndex={-1}
            onChange={({ target }) => {
              choose(target.files?.[0])
              // The same file can be chosen again.
              target.value = ''
            }}
          />
          <Button size="sm" icon="add" busy={add.isPending} onClick={() => input.current?.click()}>
            {t('changeRequests.attachments.add')}
          </Button>
          <p className="af-hint">{t('changeRequests.attachments.hint')}</p>
        </>
      )}
      {deleted !== undefined && (
        <ConfirmDialog
          title={t('changeRequests.attachments.delete', { name: deleted })}
          confirmText={t('changeRequests.attachments.confirm')}
          busyText={t('changeRequests.attachments.deleting')}
          busy={remove.isPending}
          problem={remove.error?.message}
          danger
          onConfirm={() => remove.mutate(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          <p>{t('changeRequests.attachments.deleteText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
