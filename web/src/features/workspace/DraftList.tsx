import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { continueDraft, deleteDraft, draftsQuery, useHolderOf } from '@/api/editing'
import { useMe } from '@/api/queries'
import type { HeldObject, ListedDraft } from '@/api/types'
import { holderText } from '@/lib/editing/editEntries'
import { HolderChip } from '@/lib/editing/HolderChip'
import { formatBytes, formatDateTime } from '@/lib/format'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { LinkButton } from '@/ui/LinkButton'
import { Table } from '@/ui/Table'

/** The drafts whose check-out has ended; nothing while there are none. */
export function DraftList() {
  const { t } = useTranslation()
  const drafts = useQuery(draftsQuery)
  const [unwanted, setUnwanted] = useState<ListedDraft>()
  const holderOf = useHolderOf()
  const ended = drafts.data?.filter(({ state }) => state !== 'open')
  if (ended?.length === 0) return null
  return (
    <Card flush title={t('workspace.drafts.title')}>
      <p className="af-hint px-3">{t('workspace.drafts.purpose')}</p>
      <QueryFrame query={drafts} failedTitle={t('workspace.drafts.failed')}>
        <Table
          caption={t('workspace.drafts.title')}
          rows={ended}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              header: t('workspace.what'),
              cell: (draft) => <DraftName draft={draft} held={holderOf(draft.path)} />,
            },
            {
              key: 'savedOn',
              header: t('workspace.drafts.savedOn'),
              hideBelow: 'xl',
              cell: ({ savedOn }) => formatDateTime(savedOn),
            },
            {
              key: 'size',
              header: t('library.module.fact.size'),
              hideBelow: 'xxl',
              align: 'end',
              cell: ({ size }) => formatBytes(size),
            },
          ]}
          actionsHeader={t('workspace.actions')}
          rowActions={(draft) => (
            <span className="d-inline-flex flex-wrap gap-2 justify-content-end">
              <ContinueButton draft={draft} held={holderOf(draft.path)} />
              <LinkButton size="sm" icon="compare" href={href(paths.draft(draft.id))}>
                {t('workspace.drafts.compare')}
              </LinkButton>
              <IconButton
                icon="trash"
                label={t('workspace.drafts.delete', { name: draft.title || draft.code })}
                onClick={() => setUnwanted(draft)}
              />
            </span>
          )}
          empty={<EmptyState icon="checkOut" title={t('workspace.drafts.title')} />}
        />
      </QueryFrame>
      {unwanted && <DeleteDraftDialog draft={unwanted} onClose={() => setUnwanted(undefined)} />}
    </Card>
  )
}

interface EndedDraftProps {
  draft: ListedDraft
  /** Who has checked its file out now. */
  held: HeldObject | undefined
}

/**
 * Goes on with the draft as it was left; the editor asks for the merge of a newer version. Another draft of the file that is
 * open is set aside.
 */
function ContinueButton({ draft: { id, path }, held }: EndedDraftProps) {
  const { t } = useTranslation()
  const account = useMe().user.account
  const isTaken = held !== undefined && held.checkedOutBy !== account
  const navigate = useNavigate()
  const resume = useMutation({
    mutationFn: () => continueDraft(id),
    onSuccess: () => void navigate(paths.editor(path)),
    onError: showProblem,
  })
  return (
    <Button
      size="sm"
      icon="edit"
      busy={resume.isPending}
      disabledReason={isTaken ? holderText(held, t) : undefined}
      onClick={() => resume.mutate()}
    >
      {t('workspace.drafts.continue')}
    </Button>
  )
}

function DraftName({ draft, held }: EndedDraftProps) {
  const { t } = useTranslation()
  return (
    <>
      <a href={objectHref(draft.path)}>{draft.title || keyOf(draft.path)}</a>
      <div>
        <Code>{draft.code}</Code>{' '}
        <Chip tone={draft.state === 'setAside' ? 'warning' : 'neutral'} icon="clock">
          {t(`workspace.drafts.${draft.endedOn === undefined ? 'kept' : draft.state}`)}
        </Chip>{' '}
        {held && <HolderChip file={held} />}
      </div>
    </>
  )
}

function DeleteDraftDialog({ draft, onClose }: { draft: ListedDraft; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useMutation({ mutationFn: () => deleteDraft(draft.id) })
  return (
    <ConfirmDialog
      danger
      title={t('workspace.drafts.deleteTitle')}
      confirmText={t('workspace.drafts.confirm')}
      busyText={t('workspace.drafts.deleting')}
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('workspace.drafts.question', { name: draft.title || draft.code, on: formatDateTime(draft.savedOn) })}
    </ConfirmDialog>
  )
}
