import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftProblemsQuery, rebasedPageQuery } from '@/api/editing'
import type { MergeResult, Rebase } from '@/api/types'
import { downloadText } from '@/lib/downloadText'
import { tabId } from '@/lib/editing/tab'
import { formatDateTime } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { issueOrDate } from '@/lib/library/issue'
import { isModuleKind, keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { usePaused } from '@/lib/usePaused'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { FormProblem } from '@/ui/FormProblem'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { DrawnResult } from '../merge/DrawnResult'
import type { MergeViews } from '../merge/MergePage'
import { MergeWorkspace } from '../merge/MergeWorkspace'
import { type RebaseWork, useRebaseWork } from './useRebaseWork'

interface RebaseSessionProps {
  rebase: Rebase
  views: MergeViews
  /** The draft or the module has changed since the merge was read. */
  onStale: () => void
}

/** The work on one merge, from its conflicts to the new draft. */
export function RebaseSession({ rebase, views, onStale }: RebaseSessionProps) {
  const { t } = useTranslation()
  const { file, base, result } = rebase
  const work = useRebaseWork(rebase, onStale)
  const { outdated } = work
  return (
    <>
      <div className="mg-notices">
        <Notice
          tone="info"
          title={t('revisions.rebase.about', {
            issue: issueOrDate(file),
            on: formatDateTime(file.createdOn),
            base: issueOrDate(base),
          })}
        />
        {result?.isCoarse && <Notice tone="warning" title={t('revisions.merge.coarse')} />}
        {work.isRestored && (
          <Notice tone="info" title={t('revisions.merge.restored')}>
            <Button size="sm" onClick={() => void work.forget()}>
              {t('revisions.merge.discard')}
            </Button>
          </Notice>
        )}
        {outdated && (
          <Notice tone="warning" title={t('revisions.rebase.outdated')}>
            <Button
              size="sm"
              icon="download"
              onClick={() => downloadText(`${keyOf(file.path)}.own.XML`, outdated.text)}
            >
              {t('revisions.clash.downloadOwn')}
            </Button>{' '}
            <Button size="sm" onClick={() => void work.forget()}>
              {t('revisions.merge.discard')}
            </Button>
          </Notice>
        )}
      </div>
      {result ? (
        <MergedDraft rebase={rebase} result={result} work={work} Compared={views.Compared} />
      ) : (
        <UnmergedDraft rebase={rebase} work={work} Compare={views.Compare} />
      )}
    </>
  )
}

interface MergedDraftProps {
  rebase: Rebase
  result: MergeResult
  work: RebaseWork
  Compared: MergeViews['Compared']
}

const pauseMs = 700

function MergedDraft({ rebase: { file }, result, work, Compared }: MergedDraftProps) {
  const { t } = useTranslation()
  const text = usePaused(work.composed?.text ?? result.text, pauseMs)
  const problems = useQuery(draftProblemsQuery(file.path, tabId(), { text, number: text }, currentLanguage()))
  const page = useQuery({
    ...rebasedPageQuery(file.path, tabId(), text, currentLanguage()),
    enabled: isModuleKind(file.kind),
  })
  const notYet =
    work.undecided.length > 0 ? t('revisions.rebase.undecided', { count: work.undecided.length }) : undefined
  return (
    <>
      <MergeWorkspace result={result} work={work} closed={undefined} problems={problems} />
      <Card title={t('revisions.rebase.decide')}>
        <FormProblem>{work.problem?.message}</FormProblem>
        <p className="af-hint">{t('revisions.rebase.kept')}</p>
        <div className="mg-buttons">
          <Button
            variant="primary"
            icon="success"
            busy={work.isSaving}
            disabledReason={notYet}
            onClick={() => work.save(work.composed?.text ?? result.text)}
          >
            {t('revisions.rebase.save')}
          </Button>
        </div>
      </Card>
      {isModuleKind(file.kind) && (
        <Card title={t('revisions.views.title')}>
          <DrawnResult path={file.path} page={page} Compared={Compared} />
        </Card>
      )}
    </>
  )
}

interface UnmergedDraftProps {
  rebase: Rebase
  work: RebaseWork
  Compare: MergeViews['Compare']
}

/** Texts that cannot be merged, because one of them is incomplete. */
function UnmergedDraft({ rebase: { file, text, theirText }, work, Compare }: UnmergedDraftProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title={t('revisions.rebase.byHand')}>
      <FormProblem>{work.problem?.message}</FormProblem>
      <p className="af-hint">{t('revisions.rebase.byHandText')}</p>
      <div className="mg-buttons">
        <LinkButton variant="primary" icon="edit" href={href(paths.editor(file.path, { merge: 'later' }))}>
          {t('revisions.rebase.repair')}
        </LinkButton>
        {theirText !== undefined && (
          <Button busy={work.isSaving} onClick={() => work.save(theirText)}>
            {t('revisions.rebase.useTheirs')}
          </Button>
        )}
        <Button busy={work.isSaving} onClick={() => setAsking(true)}>
          {t('revisions.rebase.useDraft')}
        </Button>
      </div>
      <Compare
        left={{ label: t('revisions.rebase.side.theirs'), text: theirText ?? '' }}
        right={{ label: t('revisions.rebase.side.ours'), text }}
      />
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('revisions.rebase.discard.title')}
          confirmText={t('revisions.rebase.discard.confirm')}
          busyText={t('revisions.rebase.discard.busy')}
          busy={work.isSaving}
          problem={work.problem?.message}
          onConfirm={() => work.save(text)}
          onClose={() => setAsking(false)}
        >
          {t('revisions.rebase.discard.text', { issue: issueOrDate(file) })}
        </ConfirmDialog>
      )}
    </Card>
  )
}
