import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useHolderOf } from '@/api/editing'
import { databasesQuery, manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import { suggestQuery } from '@/api/search'
import { chooseLanguage } from '@/features/session/language'
import { currentLanguage } from '@/lib/i18n'
import { showProblem } from '@/lib/showProblem'
import { usePaused } from '@/lib/usePaused'
import { Dialog } from '@/ui/Dialog'
import { KeyHint } from '@/ui/KeyHint'
import { ListOption } from '@/ui/ListOption'
import { lock, signOut } from '../leave'
import { type Command, type CommandGroup, commandsFor, matching } from './commands'
import { libraryCommands } from './libraryCommands'
import './palette.css'

// Later results are appended, so that the line under the pointer stays.
const groups: readonly CommandGroup[] = ['go', 'do', 'library', 'search', 'module']
const pauseMs = 150

/** Go anywhere and do anything one may, by typing a few letters of it. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const listId = useId()
  const commands = useCommands()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const inLibrary = useLibraryCommands(text)
  const found = groupedInOrder([...matching(commands, text), ...inLibrary])
  const chosen = found[active]

  const run = (command: Command) => {
    // Closed first: the command may itself open something over the page.
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses the same keys to choose its characters.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' && chosen) run(chosen)
    else return
    event.preventDefault()
  }
  const optionId = (command: Command) => `${listId}-${command.id}`

  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <div className="af-palette">
        <input
          type="text"
          role="combobox"
          className="form-control"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('palette.field')}
          placeholder={t('palette.field')}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div
          id={listId}
          role="listbox"
          aria-label={t('palette.title')}
          className="af-palette-list"
          tabIndex={-1}
        >
          {groups.map((group) => (
            <PaletteGroup
              key={group}
              label={t(`palette.group.${group}`)}
              commands={found.filter((command) => command.group === group)}
              chosen={chosen}
              optionId={optionId}
              onRun={run}
              onPoint={(command) => setActive(found.indexOf(command))}
            />
          ))}
        </div>
        <p className="af-palette-hint" aria-hidden="true">
          <KeyHint keys={['↑']} /> <KeyHint keys={['↓']} /> {t('palette.hintChoose')}
          <KeyHint keys={['Enter']} /> {t('palette.hintRun')}
        </p>
      </div>
    </Dialog>
  )
}

interface PaletteGroupProps {
  label: string
  commands: readonly Command[]
  chosen: Command | undefined
  optionId: (command: Command) => string
  onRun: (command: Command) => void
  onPoint: (command: Command) => void
}

function PaletteGroup({ label, commands, chosen, optionId, onRun, onPoint }: PaletteGroupProps) {
  if (commands.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox.
    <div role="group" aria-label={label}>
      <div className="dropdown-header" aria-hidden="true">
        {label}
      </div>
      {commands.map((command) => (
        <ListOption
          key={command.id}
          id={optionId(command)}
          icon={command.icon}
          text={command.label}
          note={command.note}
          active={command === chosen}
          onPick={() => onRun(command)}
          onPoint={() => onPoint(command)}
        />
      ))}
    </div>
  )
}

function useCommands(): Command[] {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  return commandsFor({
    t,
    me,
    language: currentLanguage(),
    go: (path) => void navigate(path),
    open: (url) => void window.open(url, '_blank', 'noopener'),
    chooseLanguage: (language) => void chooseLanguage(language, me).catch(showProblem),
    lock: () => void lock(),
    signOut: () => void signOut(),
  })
}

/** Matches of the library; modules are requested when the typing pauses. */
function useLibraryCommands(text: string): Command[] {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const databases = useQuery(databasesQuery()).data ?? []
  const manuals = useQuery(manualsQuery()).data ?? []
  const suggestions = useQuery(suggestQuery(usePaused(text.trim(), pauseMs))).data ?? []
  const holderOf = useHolderOf()
  const go = (path: string) => void navigate(path)
  return libraryCommands(text, { databases, manuals, suggestions, holderOf }, { t, me, go })
}

/** The arrow keys must move as the eye does: group by group. */
function groupedInOrder(commands: readonly Command[]): Command[] {
  return groups.flatMap((group) => commands.filter((command) => command.group === group))
}
