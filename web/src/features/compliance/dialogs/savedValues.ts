export interface SavedValue {
  term: string
  value: string
}

/** The label of a field, and its value in words where it is no text. */
interface FieldWords<Values> {
  label: string
  text?: (values: Values) => string
}

/** The saved values of the fields whose typed value is another one, so that the user sees both. */
export function savedValues<Values extends object>(
  typed: Values,
  saved: Values,
  fields: { [Name in keyof Values]?: FieldWords<Values> },
): SavedValue[] {
  const found: SavedValue[] = []
  for (const name in fields) {
    const words = fields[name]
    if (!words || JSON.stringify(typed[name]) === JSON.stringify(saved[name])) continue
    const value = words.text ? words.text(saved) : String(saved[name])
    found.push({ term: words.label, value: value || '–' })
  }
  return found
}
