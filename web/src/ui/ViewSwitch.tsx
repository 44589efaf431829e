import { Button } from './Button'

interface ViewSwitchProps<View extends string> {
  /** Accessible name of the group. */
  label: string
  views: readonly View[]
  view: View
  nameOf: (view: View) => string
  onChange: (view: View) => void
}

/** Switches between the views of one thing: buttons in a row, one of them pressed. */
export function ViewSwitch<View extends string>(props: ViewSwitchProps<View>) {
  const { label, views, view, nameOf, onChange } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form.
    <div role="group" className="btn-group af-views" aria-label={label}>
      {views.map((each) => (
        <Button key={each} size="sm" aria-pressed={each === view} onClick={() => onChange(each)}>
          {nameOf(each)}
        </Button>
      ))}
    </div>
  )
}
