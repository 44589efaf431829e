const steps = {
  vertical: { ArrowDown: 1, ArrowUp: -1 },
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
} as const

/** The index after a key in a row of `count` items: arrows wrap around, Home and End go to the ends; undefined for other keys. */
export function indexAfterKey(
  key: string,
  index: number,
  count: number,
  direction: keyof typeof steps,
): number | undefined {
  if (count === 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = Object.entries(steps[direction]).find(([name]) => name === key)?.[1]
  return step === undefined ? undefined : (index + step + count) % count
}
