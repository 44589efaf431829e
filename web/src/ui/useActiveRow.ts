import { useState } from 'react'

interface Row {
  key: string
}

/**
 * The row the keyboard stands on. It is found again by its key when rows come and go, by its place when a row of
 * another key has come there, and it follows the selection.
 */
export function useActiveRow(
  rows: readonly Row[],
  selected: string | undefined,
): [active: number, setActive: (index: number) => void] {
  const [place, setPlace] = useState<{ key: string | undefined; index: number }>({ key: selected, index: 0 })
  const [followed, setFollowed] = useState(selected)
  if (selected !== followed) {
    setFollowed(selected)
    if (selected !== undefined) setPlace((before) => ({ ...before, key: selected }))
  }
  const found = rows.findIndex(({ key }) => key === place.key)
  const active = found >= 0 ? found : Math.max(0, Math.min(place.index, rows.length - 1))
  return [active, (index) => setPlace({ key: rows[index]?.key, index })]
}
