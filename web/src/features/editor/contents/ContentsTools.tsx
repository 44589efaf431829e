import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { type MoveName, placeAfter } from './outlineMoves'
import type { Contents } from './useContents'

interface ContentsToolsProps {
  contents: Contents
  readOnly: boolean
  onAddSection: () => void
  onAddModule: () => void
  onRename: (number: number) => void
  onRemove: (number: number) => void
}

const moves: readonly MoveName[] = ['up', 'down', 'out', 'in']

/** The actions for the chosen entry. */
export function ContentsTools({
  contents,
  readOnly,
  onAddSection,
  onAddModule,
  onRename,
  onRemove,
}: ContentsToolsProps) {
  const { t } = useTranslation()
  const { entries, current, isLocked } = contents
  const reason = isLocked ? t('modules.outline.locked') : undefined
  const noEntry = reason ?? (current === undefined ? t('modules.outline.chooseFirst') : undefined)
  const isSection = current !== undefined && entries[current]?.kind === 'section'
  const stepReason = (can: boolean) => {
    if (readOnly) return t('modules.outline.locked')
    return can ? undefined : t('modules.outline.noStep')
  }
  const withEntry = (action: (number: number) => void) => () => {
    if (current !== undefined) action(current)
  }
  return (
    <div ref={contents.tools} className="ce-tools" role="toolbar" aria-label={t('modules.outline.tools')}>
      <Button size="sm" icon="add" disabledReason={reason} onClick={onAddSection}>
        {t('modules.outline.addSection')}
      </Button>
      <Button size="sm" icon="module" disabledReason={reason} onClick={onAddModule}>
        {t('modules.outline.addModule')}
      </Button>
      <Button
        size="sm"
        icon="edit"
        disabledReason={noEntry ?? (isSection ? undefined : t('modules.outline.onlySections'))}
        onClick={withEntry(onRename)}
      >
        {t('modules.outline.rename')}
      </Button>
      {moves.map((move) => {
        const place = current === undefined ? undefined : placeAfter(entries, current, move)
        return (
          <Button
            key={move}
            size="sm"
            disabledReason={noEntry ?? (place ? undefined : t('modules.outline.cannotMove'))}
            onClick={withEntry((number) => contents.move(number, place))}
          >
            {t(`modules.outline.move.${move}`)}
          </Button>
        )
      })}
      <Button size="sm" icon="trash" disabledReason={noEntry} onClick={withEntry(onRemove)}>
        {t('modules.outline.remove')}
      </Button>
      {(['undo', 'redo'] as const).map((step) => (
        <Button
          key={step}
          size="sm"
          disabledReason={stepReason(step === 'undo' ? contents.canUndo : contents.canRedo)}
          onClick={contents[step]}
        >
          {t(`modules.outline.${step}`)}
        </Button>
      ))}
    </div>
  )
}
