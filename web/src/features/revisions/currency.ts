const dayMs = 86_400_000

/** Whole days since a moment. */
export function ageInDays(since: string, now = new Date()): number {
  return Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / dayMs))
}

/** How urgent a decision or a to-do is. */
type Urgency = 'late' | 'soon' | 'open'

interface DueTime {
  urgency: Urgency
  /** Whole days until then, or since then when it is late. */
  days: number
}

const soonDays = 7
const plainDay = /^\d{4}-\d{2}-\d{2}$/

/** The time that is left; a mere day is over at its end in the reader's time zone. */
export function dueTime(due: string, now = new Date()): DueTime {
  const end = plainDay.test(due) ? new Date(`${due}T23:59:59.999`) : new Date(due)
  const left = end.getTime() - now.getTime()
  if (left < 0) return { urgency: 'late', days: Math.ceil(-left / dayMs) }
  const days = Math.floor(left / dayMs)
  return { urgency: days < soonDays ? 'soon' : 'open', days }
}
