/**
 * What a form holds after its record was read again: the fields a person changed since `opened` stay as typed,
 * all others follow the record.
 */
export function keepTyped<Values extends object>(opened: Values, typed: Values, current: Values): Values {
  const before = new Map<string, unknown>(Object.entries(opened))
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  )
  return { ...current, ...Object.fromEntries(changed) }
}
