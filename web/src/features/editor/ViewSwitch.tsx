import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import type { EditorViewName } from './useEditorView'

interface ViewSwitchProps {
  views: readonly EditorViewName[]
  view: EditorViewName
  onChange: (view: EditorViewName) => void
}

/** Switches between the views of a text. */
export function ViewSwitch({ views, view, onChange }: ViewSwitchProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form.
    <div role="group" className="btn-group" aria-label={t('editor.view.label')}>
      {views.map((each) => (
        <Button key={each} size="sm" aria-pressed={each === view} onClick={() => onChange(each)}>
          {t(`editor.view.${each}`)}
        </Button>
      ))}
    </div>
  )
}
