import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '@/api/problem'
import { mostNoteLetters } from '@/api/revisions'
import type { OpenTodo } from '@/api/types'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { FormProblem } from '@/ui/FormProblem'
import { Icon } from '@/ui/Icon'
import type { ActionEntry } from '@/ui/menu'
import { TextArea } from '@/ui/TextArea'
import { isMergedReason } from '../mergedReason'
import type { MergeWork } from './useMergeWork'

interface DecisionBarProps {
  open: OpenTodo
  work: MergeWork
  /** Why nothing can be decided. */
  closed: string | undefined
}

/** The decision about the module as a whole, with its note. */
export function DecisionBar({ open, work, closed }: DecisionBarProps) {
  const { t } = useTranslation()
  const { todo, result, ours, theirs } = open
  const [asked, setAsked] = useState<WholeResolution>()
  const undecided = work.undecided.length
  const notYet = undecided > 0 ? t('revisions.merge.undecided', { count: undecided }) : undefined
  const entry = (resolution: WholeResolution): ActionEntry => ({
    kind: 'action',
    icon: wholeIcons[resolution],
    label: wholeText(open, resolution, t),
    disabledReason: closed,
    onSelect: () => {
      if (resolution === 'removed' || work.hasChoices) setAsked(resolution)
      else work.save({ resolution, done: true })
    },
  })
  // The version of the OEM is another module than a copy.
  const mayTakeTheirs = theirs !== undefined && open.copyOf === undefined
  const whole = [
    ...(mayTakeTheirs ? [entry('theirs')] : []),
    entry('ours'),
    ...(ours ? [entry('removed')] : []),
  ]
  return (
    <Card title={t('revisions.merge.decision')}>
      <FormProblem>
        {work.problem && (
          <>
            {work.problem.message}
            <Findings error={work.problem} />
          </>
        )}
      </FormProblem>
      <TextArea
        label={t('revisions.note')}
        hint={t('revisions.noteHint')}
        rows={2}
        maxLength={mostNoteLetters}
        error={noteProblem(work.problem)}
        value={work.note}
        readOnly={closed !== undefined}
        onChange={({ target }) => work.setNote(target.value)}
      />
      <div className="mg-buttons">
        {result && (
          <>
            <Button
              variant="primary"
              icon="success"
              busy={work.isSaving}
              disabledReason={closed ?? notYet}
              onClick={() => work.save({ resolution: 'text', done: true })}
            >
              {t('revisions.merge.saveDone')}
            </Button>
            <Button
              busy={work.isSaving}
              disabledReason={closed ?? (work.isTouched ? undefined : t('revisions.merge.nothingChosen'))}
              onClick={() => work.save({ resolution: 'text', done: false })}
            >
              {t('revisions.merge.save')}
            </Button>
            <DropdownMenu
              label={t('revisions.merge.whole')}
              trigger={
                <>
                  {t('revisions.merge.whole')}
                  <Icon name="chevronDown" size="sm" />
                </>
              }
              align="start"
              buttonClassName="btn af-btn-secondary"
              items={whole}
            />
          </>
        )}
        {!result &&
          whole.map(({ label, icon, disabledReason, onSelect }) => (
            <Button
              key={label}
              icon={icon}
              busy={work.isSaving}
              disabledReason={disabledReason}
              onClick={onSelect}
            >
              {label}
            </Button>
          ))}
      </div>
      {asked && (
        <ConfirmDialog
          danger
          title={
            asked === 'removed'
              ? t('revisions.merge.removeTitle', { name: todo.title || todo.code })
              : t('revisions.merge.dropTitle')
          }
          confirmText={wholeText(open, asked, t)}
          busyText={wholeText(open, asked, t)}
          onConfirm={() => {
            setAsked(undefined)
            work.save({ resolution: asked, done: true })
          }}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'removed' && <p>{t('revisions.merge.removeText')}</p>}
          {work.hasChoices && <p>{t('revisions.merge.dropText')}</p>}
        </ConfirmDialog>
      )}
    </Card>
  )
}

const wholeIcons = { ours: 'check', theirs: 'import', removed: 'trash' } as const

type WholeResolution = keyof typeof wholeIcons
type Translate = (key: string) => string

/** Keeping ours keeps the working version: nothing where the module was removed, the merged text where it was merged. */
function wholeText({ todo, ours }: OpenTodo, resolution: WholeResolution, t: Translate): string {
  if (resolution === 'ours' && !ours) return t('revisions.merge.wholeOf.stayRemoved')
  if (resolution === 'ours' && isMergedReason(todo.reason)) return t('revisions.merge.wholeOf.merged')
  return t(`revisions.merge.wholeOf.${resolution}`)
}

const noteProblem = (error: Error | undefined) =>
  error instanceof ApiProblem ? error.errors.find(({ field }) => field === 'note')?.message : undefined

/** Why the server refuses a text. */
function Findings({ error }: { error: Error }) {
  const findings = error instanceof ApiProblem ? error.findings : []
  if (findings.length === 0) return null
  return (
    <ul className="mb-0">
      {findings.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}
