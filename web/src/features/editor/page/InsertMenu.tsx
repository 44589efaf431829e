import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockEdit } from '@/api/types'
import { indexAfterKey } from '@/ui/arrowKeys'
import { Button } from '@/ui/Button'
import { useDismiss, useFloat } from '@/ui/floating'
import { ListOption } from '@/ui/ListOption'
import { blockName, elementName } from './blockNames'
import type { BlockEdits } from './useBlockEdits'

/** A line of the list that is no element: a command on the block or the table. */
export interface InsertAction {
  key: string
  text: string
  note: string
  onPick: () => void
}

interface InsertMenuProps extends BlockEdits {
  /** Commands that the list offers behind the elements. */
  actions?: readonly InsertAction[]
  isOpen: boolean
  onOpen: () => void
  /** The author has changed their mind, by Escape or in another way. */
  onClose: (isEscape: boolean) => void
  onInsert: (edit: BlockEdit) => void
}

const order = ['insertAfter', 'insertInside', 'insertBefore'] as const
type InsertCommand = (typeof order)[number]

interface InsertOffer {
  edit: BlockEdit
  command: InsertCommand
  inserted: string
}

const keyOf = ({ command, inserted, edit }: InsertOffer) => `${command} ${inserted} ${edit.depth}`

/** The elements that can be inserted, each at its nearest place, and beside each block of its own kind. */
function offersOf(edits: readonly BlockEdit[]): InsertOffer[] {
  return order.flatMap((command) => {
    const nearest = new Map<string, InsertOffer>()
    for (const edit of edits) {
      const { inserted, depth, element } = edit
      if (edit.command !== command || inserted === undefined) continue
      const key = inserted === element ? `${inserted} ${depth}` : inserted
      const known = nearest.get(key)
      if (!known || depth < known.edit.depth) nearest.set(key, { edit, command, inserted })
    }
    return [...nearest.values()].sort((one, other) => one.edit.depth - other.edit.depth)
  })
}

/**
 * A list of the elements that the schema allows at the cursor and of the commands for the block, opened by its button, by
 * Ctrl+/ or by a slash in an empty block.
 */
export function InsertMenu(props: InsertMenuProps) {
  const { edits, state, actions = [], isOpen, onOpen, onClose, onInsert } = props
  const { t } = useTranslation()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [typed, setTyped] = useState('')
  /** The key of an offer: the offers may change while the menu is open. */
  const [active, setActive] = useState<string>()
  useFloat(anchor, panel, { placement: 'bottom-start', distance: 4 })
  useDismiss(isOpen, [anchor, panel], (by) => onClose(by === 'escape'))
  useEffect(() => {
    if (!isOpen) return
    setTyped('')
    setActive(undefined)
  }, [isOpen])
  useEffect(() => field?.focus(), [field])
  const wanted = typed.trim().toLocaleLowerCase()
  const elements = offersOf(edits).map((offer) => {
    const place = t(`editor.insert.${offer.command}`, { name: blockName(t, edits, offer.edit) })
    const text = elementName(t, offer.inserted)
    const words = `${text} ${offer.inserted}`
    return {
      key: keyOf(offer),
      icon: 'add',
      text,
      note: place,
      words,
      onPick: () => onInsert(offer.edit),
    } as const
  })
  const commands = actions.map((action) => ({ ...action, icon: 'edit', words: action.text }) as const)
  // Those of an earlier place may not be allowed here.
  const current = state === 'current' ? [...elements, ...commands] : []
  const offers = current.filter(({ words }) => words.toLocaleLowerCase().includes(wanted))
  const index = Math.max(
    0,
    offers.findIndex(({ key }) => key === active),
  )
  const chosen = offers[index]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = indexAfterKey(event.key, index, offers.length, 'vertical')
    const offer = next === undefined ? undefined : offers[next]
    if (event.key === 'Enter' && chosen) chosen.onPick()
    else if (event.key === 'Tab' || (event.key === 'Backspace' && typed === '')) onClose(false)
    else if (offer && event.key.startsWith('Arrow')) setActive(offer.key)
    else return
    event.preventDefault()
  }
  const optionId = (at: number) => `${id}-option-${at}`
  return (
    <span ref={setAnchor}>
      <Button
        size="sm"
        icon="add"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+/"
        onClick={isOpen ? () => onClose(false) : onOpen}
      >
        {t('editor.insert.title')}
      </Button>
      {isOpen && (
        <div ref={setPanel} className="dropdown-menu show ed-insert">
          <input
            ref={setField}
            type="text"
            role="combobox"
            className="form-control form-control-sm"
            aria-label={t('editor.insert.label')}
            placeholder={t('editor.insert.label')}
            aria-expanded={offers.length > 0}
            aria-controls={offers.length > 0 ? `${id}-list` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={chosen && optionId(index)}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setActive(undefined)
            }}
            onKeyDown={onKeyDown}
          />
          {offers.length > 0 && (
            <div
              id={`${id}-list`}
              role="listbox"
              aria-label={t('editor.insert.title')}
              className="ed-insert-list"
            >
              {offers.map((offer, at) => (
                <ListOption
                  key={offer.key}
                  id={optionId(at)}
                  icon={offer.icon}
                  text={offer.text}
                  note={offer.note}
                  active={offer === chosen}
                  onPick={offer.onPick}
                  onPoint={() => setActive(offer.key)}
                />
              ))}
            </div>
          )}
          {offers.length === 0 && (
            <p role="status" className="af-hint">
              {t(`editor.insert.state.${state}`)}
            </p>
          )}
        </div>
      )}
    </span>
  )
}
