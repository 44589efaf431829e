import { useTranslation } from 'react-i18next'
import type { File } from '@/api/types'
import { LeaveQuestion } from './LeaveQuestion'
import type { SaveConflictState, Saver } from './saving/saver'
import { TextChoice } from './TextChoice'
import type { Leaving } from './useLeaving'

interface SaveConflictProps {
  file: File
  saver: Saver
  state: SaveConflictState
  leaving: Leaving
  /** Before the chosen text is saved. */
  onChoose: (text: string) => void
}

/** The server has another text than this tab: the user chooses what is saved. */
export function SaveConflict({ file, saver, state, leaving, onChoose }: SaveConflictProps) {
  const { t } = useTranslation()
  const { theirs, version } = state
  return (
    <>
      <TextChoice
        file={file}
        title={t('editor.conflict.title')}
        text={t(theirs.version === version ? 'editor.conflict.text' : 'editor.conflict.otherVersion')}
        saved={theirs.text}
        own={saver.text()}
        onChoose={(text) => {
          onChoose(text)
          void saver.settle(text)
        }}
      />
      <LeaveQuestion leaving={leaving} />
    </>
  )
}
