import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sourceQuery } from '@/api/library'
import { markTodo, readOpenTodo, resolveTodo } from '@/api/revisions'
import type { OpenTodo, RevisionDetail } from '@/api/types'
import { downloadText } from '@/lib/downloadText'
import { formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { whyNotEdit } from '../whyNot'
import type { MergeViews } from './MergePage'
import { undoneTitle } from './UndoneNotice'
import type { Clash } from './useMergeWork'

interface MergeClashProps {
  revision: RevisionDetail
  clash: Clash
  Compare: MergeViews['Compare']
  onFresh: (fresh: OpenTodo) => void
  /** Forgets what this browser keeps. */
  onClose: () => Promise<unknown>
}

/** Another person was faster: both texts are shown, and one of them is chosen. */
export function MergeClash({ revision, clash, Compare, onFresh, onClose }: MergeClashProps) {
  const { t } = useTranslation()
  const { id } = revision
  const { own, note, done } = clash
  // An attempt may have reopened the to-do before it failed.
  const [fresh, setFresh] = useState(clash.fresh)
  const { todo, workingVersion } = fresh
  const saved = useQuery({ ...sourceQuery(todo.path), staleTime: 0 })
  const finish = async () => {
    await onClose()
    onFresh(await readOpenTodo(id, todo.id))
  }
  const takeOwn = useMutation({
    mutationFn: async () => {
      // A decision that is made is reopened first, so that the history has both.
      const open = todo.state === 'done' ? await markTodo(id, todo, { done: false }) : todo
      await resolveTodo(id, open, {
        resolution: 'text',
        text: own,
        workingVersion,
        note: note || undefined,
        done,
      })
      await finish()
    },
    onError: async () => {
      const now = await readOpenTodo(id, todo.id).catch(() => undefined)
      if (now) setFresh(now)
      void saved.refetch()
    },
  })
  const takeSaved = useMutation({ mutationFn: finish })
  const key = keyOf(todo.path)
  const problem = takeOwn.error ?? takeSaved.error
  const isUndone = revision.state !== 'confirmed'
  const told = isUndone
    ? t('revisions.undone.kept')
    : todo.decidedBy && todo.decidedOn
      ? t('revisions.clash.by', { account: todo.decidedBy, on: formatDateTime(todo.decidedOn) })
      : t('revisions.clash.text')
  const isBusy = takeOwn.isPending || takeSaved.isPending
  return (
    <div className="mg-clash">
      <PageHead title={todo.title || todo.code} purpose={key} />
      <Notice tone="warning" title={t(isUndone ? undoneTitle(revision) : 'revisions.clash.title')}>
        <p>{told}</p>
        <FormProblem>{problem?.message}</FormProblem>
        <div className="mg-buttons">
          <Button
            variant="primary"
            busy={takeOwn.isPending}
            disabledReason={whyNotEdit(revision, t)}
            onClick={() => !isBusy && takeOwn.mutate()}
          >
            {t('revisions.clash.useOwn')}
          </Button>
          <Button busy={takeSaved.isPending} onClick={() => !isBusy && takeSaved.mutate()}>
            {t('revisions.clash.useSaved')}
          </Button>
          <Button icon="download" onClick={() => downloadText(`${key}.own.XML`, own)}>
            {t('revisions.clash.downloadOwn')}
          </Button>
        </div>
      </Notice>
      <QueryFrame query={saved} failedTitle={t('revisions.clash.failed')}>
        {(text) => (
          <Compare
            left={{ label: t('revisions.clash.saved'), text }}
            right={{ label: t('revisions.clash.own'), text: own }}
          />
        )}
      </QueryFrame>
    </div>
  )
}
