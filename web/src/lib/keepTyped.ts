type Merge<Value> = (opened: Value, typed: Value, current: Value) => Value

/** The merge functions of fields with more than one value. */
export type Merges<Values> = { [Name in keyof Values]?: Merge<Values[Name]> }

/**
 * The values of a form after its record was read again: the fields changed since `opened` stay as typed, all others
 * follow the record.
 */
export function keepTyped<Values extends object>(
  opened: Values,
  typed: Values,
  current: Values,
  merges: Merges<Values> = {},
): Values {
  const kept = { ...current }
  for (const name in typed) {
    if (isSame(opened[name], typed[name])) continue
    const merge = merges[name]
    kept[name] = merge ? merge(opened[name], typed[name], current[name]) : typed[name]
  }
  return kept
}

/**
 * The same for a list: what either side added or removed since `opened` stays added or removed, and a row that both
 * changed is merged by itself.
 */
export function mergeRows<Row>(keyOf: (row: Row) => string, mergeRow: Merge<Row>): Merge<Row[]> {
  const byKey = (rows: Row[]) => new Map(rows.toReversed().map((row) => [keyOf(row), row]))
  return (opened, typed, current) => {
    const [before, mine, theirs] = [byKey(opened), byKey(typed), byKey(current)]
    const stored = current.flatMap((row) => {
      const was = before.get(keyOf(row))
      const own = mine.get(keyOf(row))
      if (own === undefined) return was === undefined ? [row] : []
      return [was === undefined ? own : mergeRow(was, own, row)]
    })
    const added = typed.filter((row) => {
      // A second row with the same key, such as two that are still empty, is one of its own.
      if (mine.get(keyOf(row)) !== row) return true
      return !(theirs.has(keyOf(row)) || isSame(before.get(keyOf(row)), row))
    })
    return [...stored, ...added]
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
