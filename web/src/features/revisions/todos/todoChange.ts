import type { TodoUpdate } from '@/api/types'

export interface TodoFields {
  owner: string
  dueOn: string
  note: string
}

/** Only the fields that were changed: the others may differ between the chosen to-dos. */
export function todoChange(
  values: TodoFields,
  changed: Partial<Record<keyof TodoFields, boolean>>,
): Omit<TodoUpdate, 'version'> {
  return {
    ...(changed.owner && { owner: values.owner.trim() }),
    ...(changed.dueOn && { dueOn: values.dueOn }),
    ...(changed.note && { note: values.note.trim() }),
  }
}
