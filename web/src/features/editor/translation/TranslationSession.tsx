import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { glossaryQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Draft, LinePart, SideBySide } from '@/api/types'
import { downloadText } from '@/lib/downloadText'
import { keyOf, languageIn } from '@/lib/library/objects'
import { Button } from '@/ui/Button'
import { useStore } from '@/ui/store'
import { showToast } from '@/ui/toasts'
import { CheckInDialog } from '../CheckInDialog'
import { LeaveQuestion } from '../LeaveQuestion'
import { SaveConflict } from '../SaveConflict'
import { SaveNotice } from '../SaveNotice'
import { SaveStatus } from '../SaveStatus'
import { draftPorts } from '../saving/draftPorts'
import { useSaver } from '../saving/useSaver'
import { useLeaving } from '../useLeaving'
import { changeLine, linedText } from './lines'
import { TranslationHead } from './TranslationHead'
import { type PageLanguages, TranslationRows } from './TranslationRows'

interface TranslationSessionProps {
  page: SideBySide
  draft: Draft
  languages: PageLanguages
  /** Reads the translation anew, after its text was changed elsewhere or checked in. */
  onReload: () => void
}

/** A translation while its lines are typed and saved. */
export function TranslationSession({ page, draft, languages, onReload }: TranslationSessionProps) {
  const { t } = useTranslation()
  const account = useMe().user.account
  // A page that is loaded again is not for the open lines.
  const [{ rows, translation: file }] = useState(page)
  const lined = useRef(linedText(draft.text, rows))
  const [ports] = useState(() => draftPorts(account, file.path, undefined))
  const saver = useSaver({ confirmed: draft, isMine: draft.isMine, unsaved: undefined, ports })
  const state = useStore(saver.state)
  const leaving = useLeaving(saver)
  const [checkedIn, setCheckedIn] = useState<string>()
  // The open lines are those of another text than a chosen one, which is read when it is saved.
  const [isChosen, setChosen] = useState(false)
  const reload = useRef(onReload)
  useEffect(() => {
    reload.current = onReload
  })
  const isSettled = isChosen && state.kind === 'saved'
  useEffect(() => {
    if (isSettled) reload.current()
  }, [isSettled])
  const glossary = useQuery(glossaryQuery(file.path.split('/').slice(0, 3).join('/'), {})).data
  const terms = useMemo(() => {
    const rank = (path: string) => Number(languageIn(keyOf(path)) !== file.language)
    return glossary?.toSorted((one, other) => rank(one.path) - rank(other.path))
  }, [glossary, file.language])
  const onChange = useCallback(
    (row: number, parts: readonly LinePart[]) => {
      lined.current = changeLine(lined.current, rows, row, parts)
      saver.edited(() => lined.current.text)
    },
    [rows, saver],
  )
  const onBlur = useCallback(() => void saver.flush(), [saver])
  const download = () => downloadText(file.name, saver.text())
  const openCheckIn = async () => {
    const sha256 = await saver.flush()
    if (sha256 === undefined) showToast({ tone: 'warning', text: t('editor.checkIn.notSaved') })
    else setCheckedIn(sha256)
  }
  if (state.kind === 'conflict') {
    const conflict = { file, saver, state, leaving }
    return <SaveConflict {...conflict} onChoose={() => setChosen(true)} />
  }
  return (
    <>
      <TranslationHead page={page} flush={saver.flush} onReload={onReload}>
        <SaveStatus saver={saver} />
        <Button variant="primary" icon="success" onClick={() => void openCheckIn()}>
          {t('editing.checkIn')}
        </Button>
      </TranslationHead>
      <SaveNotice saver={saver} onTakenOver={onReload} onDownload={download} />
      {!isChosen && (
        <TranslationRows
          rows={rows}
          languages={languages}
          onChange={state.kind === 'elsewhere' ? undefined : onChange}
          onBlur={onBlur}
          terms={terms}
        />
      )}
      {checkedIn !== undefined && (
        <CheckInDialog
          path={file.path}
          title={file.title || file.code}
          sha256={checkedIn}
          onDone={onReload}
          onClose={() => setCheckedIn(undefined)}
        />
      )}
      <LeaveQuestion leaving={leaving} />
    </>
  )
}
