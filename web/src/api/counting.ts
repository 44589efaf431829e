/** Requests that counted nothing more, after which nobody asks again: files that cannot be read stay uncounted. */
const patience = 3

/** An answer of which a part may be left to count. */
export interface Counted {
  /** Requests in a row that counted nothing more. */
  stalls: number
}

/** Adds to an answer how often asking again did not help. */
export function withStalls<T extends object>(
  before: (T & Counted) | undefined,
  now: T,
  pendingOf: (answer: T) => number,
): T & Counted {
  const pending = pendingOf(now)
  const isStalled = before !== undefined && pending > 0 && pending >= pendingOf(before)
  return { ...now, stalls: isStalled ? before.stalls + 1 : 0 }
}

/** Whether asking again does not help any more. */
export function isStuck(pending: number, { stalls }: Counted): boolean {
  return pending > 0 && stalls >= patience
}

/** The time until the next request; false when there is nothing left to count, or asking does not help. */
export function untilCounted<T extends Counted>(
  data: T | undefined,
  pendingOf: (answer: T) => number,
): number | false {
  return data && pendingOf(data) > 0 && !isStuck(pendingOf(data), data) ? 500 : false
}
