import { useTranslation } from 'react-i18next'
import { Icon } from '@/ui/Icon'
import type { IconName } from '@/ui/icons'
import { useStore } from '@/ui/store'
import type { Saver, SaveState } from './saving/saver'

const icons: Record<SaveState['kind'], IconName> = {
  saved: 'success',
  changed: 'edit',
  saving: 'running',
  waiting: 'clock',
  conflict: 'warning',
  elsewhere: 'lock',
  refused: 'warning',
  notMine: 'warning',
}

/** The hour, minute and second of a moment. */
function timeText(moment: string): string {
  return new Date(moment).toLocaleTimeString('en-GB')
}

/** The states in which words wait that the server does not have. */
const waiting: readonly SaveState['kind'][] = ['changed', 'saving', 'waiting', 'refused', 'notMine']

/** Tells what is safe at the server, and what waits for it; also read out. */
export function SaveStatus({ saver }: { saver: Saver }) {
  const { t } = useTranslation()
  const state = useStore(saver.state)
  const isKept = useStore(saver.isKept)
  const kind = state.kind === 'waiting' && !isKept ? 'refused' : state.kind
  return (
    <span className="ed-status" data-state={state.kind}>
      <Icon name={icons[state.kind]} size="sm" />
      <span>
        <span role="status">
          {state.kind === 'saved'
            ? t('editor.status.saved', { time: timeText(state.on) })
            : t(`editor.status.${kind}`)}
        </span>
        {waiting.includes(state.kind) && (
          <small>{t('editor.status.last', { time: timeText(saver.savedOn()) })}</small>
        )}
      </span>
    </span>
  )
}
