const dayMs = 86_400_000

/** Whole days since a moment. */
export function ageInDays(since: string, now = new Date()): number {
  return Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / dayMs))
}

/** How urgent a decision or a to-do is. */
type Urgency = 'late' | 'soon' | 'open'

interface DueTime {
  urgency: Urgency
  /** Days until then, or since then when it is late. */
  days: number
}

const soonDays = 7
const plainDay = /^\d{4}-\d{2}-\d{2}$/

/** The number of a day in the reader's time zone; days with a change of the clock count like others. */
const dayNumber = (on: Date) => Date.UTC(on.getFullYear(), on.getMonth(), on.getDate()) / dayMs

/** The days that are left by the reader's calendar; what is due today is late from tomorrow on. */
export function dueTime(due: string, now = new Date()): DueTime {
  const day = plainDay.test(due) ? new Date(`${due}T00:00:00`) : new Date(due)
  const days = dayNumber(day) - dayNumber(now)
  if (days < 0) return { urgency: 'late', days: -days }
  return { urgency: days < soonDays ? 'soon' : 'open', days }
}
