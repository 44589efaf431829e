import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MergeConflict } from '@/api/types'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Notice } from '@/ui/Notice'
import { TextArea } from '@/ui/TextArea'
import { type ConflictChoice, chosenText, mayKeepBoth, mayTakeTheirs } from './compose'
import { SideText } from './SideText'
import { useSideWords } from './sideWords'

interface ConflictPanelProps {
  conflict: MergeConflict
  /** Counted from 0. */
  index: number
  count: number
  /** The merged text before any choice. */
  text: string
  choice: ConflictChoice | undefined
  /** Why nothing can be chosen. */
  closed: string | undefined
  onChoose: (choice: ConflictChoice | undefined) => void
  onGo: (step: 1 | -1) => void
}

export const takes = ['theirs', 'ours', 'both', 'edited'] as const

type Take = (typeof takes)[number]

/** Whether a choice has a meaning at a conflict. */
export function isOffered(take: Take, conflict: MergeConflict, text: string): boolean {
  if (take === 'both') return mayKeepBoth(conflict)
  return take === 'ours' || mayTakeTheirs(conflict, text)
}

/** The choice by its name; typing begins with what stands there. */
export function choiceOf(
  take: Take,
  conflict: MergeConflict,
  now: ConflictChoice | undefined,
): ConflictChoice {
  return take === 'edited' ? { take, text: chosenText(conflict, now) ?? '' } : { take }
}

/** One conflict with the base, both sides and the result, and the choice between them. */
export function ConflictPanel(props: ConflictPanelProps) {
  const { conflict, index, count, text, choice, closed, onChoose, onGo } = props
  const { t } = useTranslation()
  const words = useSideWords()
  const { kind, path, attribute, base, ours, theirs } = conflict
  const group = useRef<HTMLDivElement>(null)
  const hasMoved = kind === 'moved' || kind === 'deletedAndMoved'
  return (
    <section className="mg-panel" aria-label={t('revisions.merge.conflicts')}>
      <div className="mg-steps">
        <strong role="status">{t('revisions.merge.conflictOf', { number: index + 1, count })}</strong>
        <Button size="sm" icon="chevronUp" aria-keyshortcuts="p" onClick={() => onGo(-1)}>
          {t('revisions.merge.previous')}
        </Button>
        <Button size="sm" icon="chevronDown" aria-keyshortcuts="n" onClick={() => onGo(1)}>
          {t('revisions.merge.next')}
        </Button>
      </div>
      <p>
        {t(`revisions.merge.kind.${kind}`)}{' '}
        <Code>
          {path}
          {attribute !== undefined && ` @${attribute}`}
        </Code>
      </p>
      {hasMoved && <Notice tone="info" title={t(`revisions.${words}.placeStays`)} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form. */}
      <div
        ref={group}
        tabIndex={-1}
        role="group"
        className="mg-choices"
        aria-label={t('revisions.merge.choose')}
      >
        {takes
          .filter((take) => isOffered(take, conflict, text))
          .map((take) => (
            <Button
              key={take}
              size="sm"
              icon={choice?.take === take ? 'check' : undefined}
              aria-pressed={choice?.take === take}
              aria-keyshortcuts={String(takes.indexOf(take) + 1)}
              disabledReason={closed}
              onClick={() => onChoose(choiceOf(take, conflict, choice))}
            >
              {t(`revisions.${words}.take.${take}`)} <kbd>{takes.indexOf(take) + 1}</kbd>
            </Button>
          ))}
        {choice && closed === undefined && (
          <Button
            size="sm"
            variant="link"
            onClick={() => {
              onChoose(undefined)
              // The button disappears with the choice.
              group.current?.focus()
            }}
          >
            {t('revisions.merge.undo')}
          </Button>
        )}
      </div>
      <div className="mg-sides">
        <SideText label={t(`revisions.${words}.side.base`)} text={base} />
        <SideText label={t(`revisions.${words}.side.theirs`)} text={theirs} base={base} />
        <SideText label={t(`revisions.${words}.side.ours`)} text={ours} base={base} />
        {choice?.take === 'edited' ? (
          <EditedText
            key={index}
            text={choice.text}
            onChange={(typed) => onChoose({ take: 'edited', text: typed })}
          />
        ) : (
          <SideText label={t(`revisions.${words}.side.result`)} text={chosenText(conflict, choice)} />
        )}
      </div>
    </section>
  )
}

/** The text that is typed at a conflict. */
function EditedText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const [rows] = useState(() => Math.min(14, Math.max(4, text.split('\n').length + 1)))
  return (
    <TextArea
      className="mg-edited"
      label={t('revisions.merge.side.result')}
      rows={rows}
      value={text}
      spellCheck={false}
      autoFocus
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
