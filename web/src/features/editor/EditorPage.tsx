import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { checkOut } from '@/api/editing'
import { fileQuery } from '@/api/library'
import { hasCode } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { File } from '@/api/types'
import { forgetKeptText } from '@/lib/editing/keptTexts'
import { answerOtherTabs } from '@/lib/editing/tab'
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
import { EditorSession } from './EditorSession'
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
  usePageName(file.data?.title ?? '')
  useEffect(answerOtherTabs, [])
  if (file.data && start.data) {
    const line = Number(params.get('line')) || 1
    const at = params.get('at') ?? undefined
    return <StartedEditor key={path} file={file.data} start={start.data} line={line} at={at} />
  }
  return (
    <>
      <PageHead title={file.data?.title || t('editor.title')} purpose={keyOf(path)} />
      {file.data && hasCode(start.error, 'file.not_checked_out') ? (
        <NotCheckedOut file={file.data} onCheckedOut={() => void start.refetch()} />
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
}

/** First the choice about texts that were not saved at earlier visits, then the editor. */
function StartedEditor({ file, start, line, at }: StartedEditorProps) {
  const { t } = useTranslation()
  // A start that is loaded again, as after a change of language, is not for the open editor.
  const [{ draft, kept }] = useState(start)
  const [offered, setOffered] = useState(kept)
  const [chosen, setChosen] = useState<string>()
  const [newest, ...older] = offered
  const [isMergedLater, setMergedLater] = useState(!draft.isOutdated)
  if (newest && chosen === undefined) {
    const choose = (text: string) => {
      // A text that the server does not have is kept until it is saved.
      if (text !== draft.text) return setChosen(text)
      void forgetKeptText(newest.key)
      setOffered(older)
    }
    return (
      <TextChoice
        key={newest.key}
        file={file}
        title={t('editor.recover.title')}
        text={t('editor.recover.text', { on: formatDateTime(newest.on) })}
        saved={draft.text}
        own={newest.text}
        onChoose={choose}
      />
    )
  }
  if (!isMergedLater) return <OutdatedDraft file={file} onContinue={() => setMergedLater(true)} />
  return (
    <EditorSession
      file={file}
      draft={draft}
      text={chosen ?? draft.text}
      recovered={newest?.key}
      line={line}
      at={at}
    />
  )
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

function NotCheckedOut({ file, onCheckedOut }: { file: File; onCheckedOut: () => void }) {
  const { t } = useTranslation()
  const take = useMutation({ mutationFn: () => checkOut(file.path) })
  const link = objectHref(file.path)
  return (
    <Card>
      <EmptyState
        icon="checkOut"
        title={t('editor.notCheckedOut.title')}
        text={t('editor.notCheckedOut.text', { name: file.title || file.code })}
        action={
          <div className="ed-buttons">
            <Button
              variant="primary"
              icon="edit"
              busy={take.isPending}
              onClick={() => take.mutate(undefined, { onSuccess: onCheckedOut, onError: showProblem })}
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
