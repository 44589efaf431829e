import { formatDate } from '@/lib/format'

const dated = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/

/**
 * An issue as people read it; an object without an issue number is versioned by its date. A time is a part of the
 * issue, so it is told as it is written, in no time zone of the reader's; midnight stands for the day.
 */
export function issueText(issue: string): string {
  const [, day, time = '00:00'] = dated.exec(issue) ?? []
  if (day === undefined) return issue
  return time === '00:00' ? formatDate(day) : `${formatDate(day)} ${time}`
}
