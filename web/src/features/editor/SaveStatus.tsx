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

/** Whether the text is safe at the server; also read out. */
export function SaveStatus({ saver }: { saver: Saver }) {
  const { t } = useTranslation()
  const state = useStore(saver.state)
  return (
    <span className="ed-status" data-state={state.kind} role="status">
      <Icon name={icons[state.kind]} size="sm" />
      {state.kind === 'saved'
        ? t('editor.status.saved', { time: timeText(state.on) })
        : t(`editor.status.${state.kind}`)}
    </span>
  )
}
