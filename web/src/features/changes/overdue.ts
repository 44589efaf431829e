import type { ChangeRequest } from '@/api/types'

/** Whether the day by which an open change request was due has passed. */
export function isOverdue(
  { dueDate, status }: Pick<ChangeRequest, 'dueDate' | 'status'>,
  now: Date = new Date(),
): boolean {
  return dueDate !== undefined && status !== 'Closed' && dueDate < now.toISOString().slice(0, 10)
}
