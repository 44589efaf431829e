import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { glossaryQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Draft, File, GlossaryTerm, TextProblem } from '@/api/types'
import { downloadText } from '@/lib/downloadText'
import { objectPage } from '@/lib/library/objects'
import { paths } from '@/lib/paths'
import { useStore } from '@/ui/store'
import { showToast } from '@/ui/toasts'
import { CancelCheckOutDialog } from './CancelCheckOutDialog'
import { CheckInDialog } from './CheckInDialog'
import { ContentsEditor, type ContentsHandle } from './contents/ContentsEditor'
import { EarlierDraft } from './EarlierDraft'
import { EditorBar } from './EditorBar'
import { EditorForms, FormsMenu } from './forms/EditorForms'
import { useForms } from './forms/useForms'
import { LeaveQuestion } from './LeaveQuestion'
import { PlaceFollower } from './model/chosenElement'
import { findModules } from './model/findModules'
import { useContentModel } from './model/useContentModel'
import { ProblemsPanel } from './ProblemsPanel'
import { PropertiesPanel } from './PropertiesPanel'
import { PageEditor, type PageHandle } from './page/PageEditor'
import { SaveConflict } from './SaveConflict'
import { SaveNotice } from './SaveNotice'
import { draftPorts } from './saving/draftPorts'
import { useSaver } from './saving/useSaver'
import { SourceEditor, type SourceHandle } from './source/SourceEditor'
import { useEditorComments } from './useEditorComments'
import { type EditorViewName, useEditorView } from './useEditorView'
import { useLeaving } from './useLeaving'
import { useProblems, violationCount } from './useProblems'
import { useStartPlace } from './useStartPlace'

interface EditorSessionProps {
  file: File
  draft: Draft
  /** The text to begin with: that of the draft, or one that was typed before and not saved. */
  text: string
  /** The key of the kept text that this one comes from. */
  recovered: string | undefined
  line: number
  /** The paragraph to begin at, by its id in the page. */
  at: string | undefined
  /** Another draft of the file is the open one now. */
  onReopen: () => void
}

type OpenDialog = { kind: 'checkIn'; sha256: string } | { kind: 'cancel'; isSaved: boolean }

const noTerms: readonly GlossaryTerm[] = []

/** A draft while it is edited and saved. */
export function EditorSession(props: EditorSessionProps) {
  const { file, draft, text: begun, recovered, line, at, onReopen } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const account = useMe().user.account
  const source = useRef<SourceHandle>(null)
  const page = useRef<PageHandle>(null)
  const [view, setView] = useEditorView(file.kind)
  const contents = useRef<ContentsHandle>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<OpenDialog>()
  // A text that comes from elsewhere needs a new editor.
  const [opened, setOpened] = useState({ text: begun, number: 0 })
  const open = (text: string) => setOpened(({ number }) => ({ text, number: number + 1 }))
  const [ports] = useState(() => draftPorts(account, file.path, recovered))
  const saver = useSaver({
    confirmed: draft,
    isMine: draft.isMine,
    unsaved: begun === draft.text ? undefined : begun,
    ports,
  })
  const state = useStore(saver.state)
  const leaving = useLeaving(saver)
  const { query, checked, onEdit: check } = useProblems(file.path, begun)
  const comments = useEditorComments({
    file,
    saver,
    source,
    sheet,
    view,
    showPage: () => setView('page'),
  })
  const onEdit = useCallback(
    (read: () => string) => {
      saver.edited(read)
      check(read)
    },
    [saver, check],
  )
  const model = useContentModel(file.path)
  const terms = useQuery(glossaryQuery(file.path.split('/').slice(0, 3).join('/'), {})).data ?? noTerms
  const [follower] = useState(() => new PlaceFollower())
  useEffect(() => () => follower.stop(), [follower])
  useStartPlace({ path: file.path, at, source, page, view })
  const forms = useForms({ path: file.path, source, model, caret: () => page.current?.position() })
  const title = file.title || file.code
  const download = () => downloadText(file.name, saver.text())
  const goToLine = (wanted: number) => {
    setDialog(undefined)
    setView('source')
    // The dialog gives the focus back to its button first.
    setTimeout(() => source.current?.goToLine(wanted))
  }
  const show = (wanted: EditorViewName) => {
    const position = page.current?.position()
    setView(wanted)
    if (wanted === 'source' && position !== undefined)
      setTimeout(() => source.current?.goToPosition(position))
  }
  const goToProblem = (index: number) => {
    if (view !== 'page') {
      setView('source')
      setTimeout(() => source.current?.goToProblem(index))
    } else page.current?.goTo(source.current?.positionOfProblem(index) ?? 0)
  }
  const repair = (problem: TextProblem) => {
    const isDone = source.current?.repair(checked, problem.repair ?? []) ?? false
    showToast({
      tone: isDone ? 'success' : 'info',
      text: t(isDone ? 'editor.problems.repaired' : 'editor.properties.refused'),
    })
  }
  const openCheckIn = async () => {
    const sha256 = await saver.flush()
    if (sha256 === undefined) showToast({ tone: 'warning', text: t('editor.checkIn.notSaved') })
    else setDialog({ kind: 'checkIn', sha256 })
  }
  const openCancel = async () => {
    const isSaved = (await saver.flush()) !== undefined
    setDialog({ kind: 'cancel', isSaved })
  }
  const leave = () => void navigate(objectPage(file.path) ?? paths.checkout())

  if (state.kind === 'conflict') {
    const conflict = { file, saver, state, leaving }
    return <SaveConflict {...conflict} onChoose={open} />
  }
  return (
    <div className="ed-page">
      <EditorBar
        file={file}
        saver={saver}
        view={view}
        onView={show}
        onCheckIn={() => void openCheckIn()}
        onCancel={() => void openCancel()}
        onDownload={download}
        forms={
          <FormsMenu
            readOnly={state.kind === 'elsewhere'}
            isItem={file.contentType === 'dispatchItem'}
            onOpen={forms.open}
          />
        }
        onSource={(command) => {
          // Words are found in the source, whatever elements they stand in.
          if (command === 'find') show('source')
          // The menu gives the focus back to its button first.
          setTimeout(() => {
            if (!source.current?.run(command))
              showToast({ tone: 'info', text: t(`editor.nothingTo.${command}`) })
          })
        }}
      />
      <SaveNotice saver={saver} onTakenOver={open} onDownload={download} />
      {state.kind !== 'elsewhere' && state.kind !== 'notMine' && (
        <EarlierDraft path={file.path} save={saver.flush} onContinued={onReopen} />
      )}
      <div ref={sheet} className="ed-columns">
        <SourceEditor
          key={opened.number}
          ref={source}
          text={opened.text}
          line={line}
          label={t('editor.source', { name: title })}
          readOnly={state.kind === 'elsewhere'}
          problems={query.data}
          hidden={view !== 'source'}
          model={model}
          follower={follower}
          findModules={findModules}
          terms={terms}
          onEdit={onEdit}
          onUpdate={(update) => {
            page.current?.follow(update)
            contents.current?.follow(update)
          }}
          onBlur={() => void saver.flush()}
        />
        {view === 'page' && (
          <PageEditor
            key={`page ${opened.number}`}
            ref={page}
            path={file.path}
            label={t('editor.page.label', { name: title })}
            source={source}
            model={model}
            follower={follower}
            terms={terms}
            readOnly={state.kind === 'elsewhere'}
            onForm={forms.open}
            onWaiting={saver.edited}
            onBlur={() => void saver.flush()}
            onLine={goToLine}
          />
        )}
        {view === 'contents' && (
          <ContentsEditor
            key={`contents ${opened.number}`}
            ref={contents}
            path={file.path}
            label={t('editor.contents.label', { name: title })}
            source={source}
            readOnly={state.kind === 'elsewhere'}
          />
        )}
        <div className="ed-side">
          <ProblemsPanel
            query={query}
            onJump={goToProblem}
            onRepair={state.kind === 'elsewhere' ? undefined : repair}
          />
          <PropertiesPanel
            model={model}
            follower={follower}
            source={source}
            readOnly={state.kind === 'elsewhere'}
          />
          {comments}
        </div>
      </div>
      {dialog?.kind === 'checkIn' && (
        <CheckInDialog
          path={file.path}
          title={title}
          sha256={dialog.sha256}
          violations={violationCount(query.data ?? [])}
          onJump={goToLine}
          onDone={leave}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'cancel' && (
        <CancelCheckOutDialog
          path={file.path}
          title={title}
          isUnsaved={!dialog.isSaved}
          onDone={leave}
          onClose={() => setDialog(undefined)}
        />
      )}
      <EditorForms form={forms.form} model={model} onOpen={forms.open} onClose={forms.close} />
      <LeaveQuestion leaving={leaving} />
    </div>
  )
}
