import type { JobError } from '@/api/types'
import { Icon } from '@/ui/Icon'

/** The errors of a job; what caused one stands indented under it. */
export function TaskErrors({ errors, label }: { errors: readonly JobError[]; label: string }) {
  return (
    <ul className="jb-errors" aria-label={label}>
      {errors.map((error, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two errors may say the same, and their order never changes.
        <li key={index}>
          <Icon name="danger" size="sm" />
          <div>
            {error.localizedMessage || error.message}
            {error.cause && <TaskErrors errors={[error.cause]} label={label} />}
          </div>
        </li>
      ))}
    </ul>
  )
}
