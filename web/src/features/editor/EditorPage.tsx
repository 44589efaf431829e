import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { checkOut, continueDraft, replaceDraft, saveDraft } from '@/api/editing'
import { fileQuery } from '@/api/library'
import { hasCode } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { Draft, File, SaveDraftRequest } from '@/api/types'
import { holderText } from '@/lib/editing/editEntries'
import { forgetKeptText } from '@/lib/editing/keptTexts'
import { answerOtherTabs, tabId } from '@/lib/editing/tab'
import { formatDateTime } from '@/lib/format'
import { keyOf, objectHref } from '@/lib/library/objects'
import { usePageName } from '@/lib/pageName'
import { href, paths } from '@/lib/paths'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { earlierText, useEarlierDraft } from './EarlierDraft'
import { EditorSession } from './EditorSession'
import { LeftTexts } from './LeftTexts'
import { type EditorStart, editorStartQuery } from './openSession'
import { TextChoice } from './TextChoice'
import './editor.css'

/** The editor of the file that the address names. */
export function EditorPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const path = params.get('path') ?? ''
  const account = useMe().user.account
  const file = useQuery(fileQuery(path, {}))
  const start = useQuery(editorStartQuery(account, path))
  const [number, setNumber] = useState(0)
  usePageName(file.data?.title ?? '')
  useEffect(answerOtherTabs, [])
  // Another draft is the open one now: the editor begins anew.
  const reopen = () => void start.refetch().then(() => setNumber((before) => before + 1))
  if (file.data && start.data) {
    const line = Number(params.get('line')) || 1
    const at = params.get('at') ?? undefined
    const isMergedLater = params.get('merge') === 'later'
    return (
      <StartedEditor
        key={`${path} ${number}`}
        file={file.data}
        start={start.data}
        line={line}
        at={at}
        isMergedLater={isMergedLater}
        onReopen={reopen}
      />
    )
  }
  const isFree = hasCode(start.error, 'file.not_checked_out')
  return (
    <>
      <PageHead title={file.data?.title || t('editor.title')} purpose={keyOf(path)} />
      {/* The editor offers them once the file is checked out. */}
      {start.error && !isFree && <LeftTexts account={account} path={path} />}
      {file.data && isFree ? (
        <NotCheckedOut file={file.data} onCheckedOut={() => void start.refetch()} />
      ) : file.data?.checkedOutBy && hasCode(start.error, 'file.already_checked_out') ? (
        <HeldElsewhere file={file.data} />
      ) : (
        <QueryFrame query={chained(file, start)} failedTitle={t('editor.failed')}>
          {() => null}
        </QueryFrame>
      )}
    </>
  )
}

interface StartedEditorProps {
  file: File
  start: EditorStart
  line: number
  at: string | undefined
  /** A newer version is merged after the draft is edited. */
  isMergedLater: boolean
  onReopen: () => void
}

/** First the choice about texts that were not saved at earlier visits, then the editor. */
function StartedEditor({ file, start, line, at, onReopen, ...asked }: StartedEditorProps) {
  const { t } = useTranslation()
  // A start that is loaded again, as after a change of language, is not for the open editor.
  const [draft, setDraft] = useState(start.draft)
  const [offered, setOffered] = useState(start.kept)
  const [chosen, setChosen] = useState<string>()
  const [newest, ...older] = offered
  const [isMergedLater, setMergedLater] = useState(asked.isMergedLater)
  const take = useMutation({
    mutationFn: (own: SaveDraftRequest) => takenDraft(file.path, draft, own),
    onError: showProblem,
  })
  if (newest && chosen === undefined) {
    const version = newest.version ?? draft.version
    const pass = () => {
      void forgetKeptText(newest.key)
      setOffered(older)
    }
    const choose = (text: string) => {
      if (text === draft.text) return pass()
      // A text that the server does not have is kept until it is saved.
      if (version === draft.version && !draft.isOutdated) return setChosen(text)
      // What is merged is the text of the server.
      const onSuccess = (taken: Draft) => {
        setDraft(taken)
        pass()
      }
      take.mutate({ text, version }, { onSuccess })
    }
    const about = version === draft.version ? 'text' : 'otherVersion'
    return (
      <TextChoice
        key={newest.key}
        file={file}
        title={t('editor.recover.title')}
        text={t(`editor.recover.${about}`, { on: formatDateTime(newest.on) })}
        saved={draft.text}
        own={newest.text}
        busy={take.isPending}
        onChoose={choose}
      />
    )
  }
  if (draft.isOutdated && !isMergedLater)
    return <OutdatedDraft file={file} onContinue={() => setMergedLater(true)} />
  return (
    <EditorSession
      file={file}
      draft={draft}
      text={chosen ?? draft.text}
      recovered={newest?.key}
      line={line}
      at={at}
      onReopen={onReopen}
    />
  )
}

/** The draft with a text that was typed before, as one of the version that the text was made from. */
async function takenDraft(path: string, draft: Draft, own: SaveDraftRequest): Promise<Draft> {
  if (own.version !== draft.version || !draft.isMine) return replaceDraft(path, tabId(), own, draft.sha256)
  return { ...draft, text: own.text, ...(await saveDraft(path, tabId(), own, draft.sha256)) }
}

/** Another change was checked in since: it is merged first, or at the end. */
function OutdatedDraft({ file, onContinue }: { file: File; onContinue: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={file.title || file.code} purpose={keyOf(file.path)} />
      <Card>
        <EmptyState
          icon="compare"
          title={t('editor.outdated.title')}
          text={t('editor.outdated.text', { name: file.title || file.code })}
          action={
            <div className="ed-buttons">
              <LinkButton variant="primary" icon="compare" href={href(paths.rebase(file.path))}>
                {t('editor.outdated.merge')}
              </LinkButton>
              <Button onClick={onContinue}>{t('editor.outdated.later')}</Button>
            </div>
          }
        />
      </Card>
    </>
  )
}

/** Another user has checked it out. */
function HeldElsewhere({ file }: { file: File }) {
  const { t } = useTranslation()
  const link = objectHref(file.path)
  return (
    <Card>
      <EmptyState
        icon="lock"
        title={t('editor.held.title')}
        text={holderText(file, t)}
        action={link && <LinkButton href={link}>{t('editor.read')}</LinkButton>}
      />
    </Card>
  )
}

function NotCheckedOut({ file, onCheckedOut }: { file: File; onCheckedOut: () => void }) {
  const { t } = useTranslation()
  const take = useMutation({ mutationFn: () => checkOut(file.path) })
  const resume = useMutation({ mutationFn: continueDraft })
  const earlier = useEarlierDraft(file.path)
  const link = objectHref(file.path)
  const done = { onSuccess: onCheckedOut, onError: showProblem }
  const about = t('editor.notCheckedOut.text', { name: file.title || file.code })
  return (
    <Card>
      <EmptyState
        icon="checkOut"
        title={t('editor.notCheckedOut.title')}
        text={earlier ? t('editor.earlier.also', { about: earlierText(earlier, t) }) : about}
        action={
          <div className="ed-buttons">
            {earlier && (
              <Button
                variant="primary"
                icon="edit"
                busy={resume.isPending}
                onClick={() => resume.mutate(earlier.id, done)}
              >
                {t('editor.earlier.continue')}
              </Button>
            )}
            <Button
              variant={earlier ? 'secondary' : 'primary'}
              icon="edit"
              busy={take.isPending}
              onClick={() => take.mutate(undefined, done)}
            >
              {t('editing.edit')}
            </Button>
            {link && <LinkButton href={link}>{t('editor.read')}</LinkButton>}
          </div>
        }
      />
    </Card>
  )
}
