import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockEdit } from '@/api/types'
import { indexAfterKey } from '@/ui/arrowKeys'
import { Button } from '@/ui/Button'
import { useDismiss, useFloat } from '@/ui/floating'
import { ListOption } from '@/ui/ListOption'

interface InsertMenuProps {
  edits: readonly BlockEdit[]
  isOpen: boolean
  onOpen: () => void
  /** The author has changed their mind. */
  onClose: () => void
  onInsert: (edit: BlockEdit) => void
}

const order = ['insertAfter', 'insertInside', 'insertBefore'] as const
type InsertCommand = (typeof order)[number]

interface InsertOffer {
  edit: BlockEdit
  command: InsertCommand
  inserted: string
}

/** The elements that can be inserted, each at its nearest place. */
function offersOf(edits: readonly BlockEdit[]): InsertOffer[] {
  return order.flatMap((command) => {
    const nearest = new Map<string, InsertOffer>()
    for (const edit of edits) {
      const { inserted, depth } = edit
      if (edit.command !== command || inserted === undefined) continue
      const known = nearest.get(inserted)
      if (!known || depth < known.edit.depth) nearest.set(inserted, { edit, command, inserted })
    }
    return [...nearest.values()].sort((one, other) => one.edit.depth - other.edit.depth)
  })
}

/** A list of the elements that the schema allows at the cursor, opened by its button, by Ctrl+/ or by a slash in an empty block. */
export function InsertMenu({ edits, isOpen, onOpen, onClose, onInsert }: InsertMenuProps) {
  const { t } = useTranslation()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  useFloat(anchor, panel, { placement: 'bottom-start', distance: 4 })
  useDismiss(isOpen, [anchor, panel], onClose)
  useEffect(() => {
    if (!isOpen) return
    setTyped('')
    setActive(0)
  }, [isOpen])
  useEffect(() => field?.focus(), [field])
  const nameOf = (name: string) => t(`editor.page.element.${name}`, { defaultValue: name })
  const wanted = typed.trim().toLocaleLowerCase()
  const offers = offersOf(edits).filter(({ inserted }) => {
    return `${nameOf(inserted)} ${inserted}`.toLocaleLowerCase().includes(wanted)
  })
  const chosen = offers[Math.min(active, offers.length - 1)]
  const placeOf = ({ edit, command }: InsertOffer) => {
    const name = nameOf(edit.element)
    return t(`editor.insert.${command}`, { name })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = indexAfterKey(event.key, active, offers.length, 'vertical')
    if (event.key === 'Enter' && chosen) onInsert(chosen.edit)
    else if (event.key === 'Tab' || (event.key === 'Backspace' && typed === '')) onClose()
    else if (next !== undefined && event.key.startsWith('Arrow')) setActive(next)
    else return
    event.preventDefault()
  }
  const optionId = (index: number) => `${id}-option-${index}`
  return (
    <span ref={setAnchor}>
      <Button
        size="sm"
        icon="add"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+/"
        onClick={isOpen ? onClose : onOpen}
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
            aria-activedescendant={chosen && optionId(offers.indexOf(chosen))}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setActive(0)
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
              {offers.map((offer, index) => (
                <ListOption
                  key={`${offer.command} ${offer.inserted}`}
                  id={optionId(index)}
                  icon="add"
                  text={nameOf(offer.inserted)}
                  note={placeOf(offer)}
                  active={offer === chosen}
                  onPick={() => onInsert(offer.edit)}
                  onPoint={() => setActive(index)}
                />
              ))}
            </div>
          )}
          {offers.length === 0 && (
            <p role="status" className="af-hint">
              {t('editor.insert.nothing')}
            </p>
          )}
        </div>
      )}
    </span>
  )
}
