import type { Job } from '@/api/types'

/** The manual a package goes into. */
export interface Target {
  csdbName: string
  manualName: string
}

/** The manual that the package belongs to, as far as the check has found one in the library. */
export function proposedTarget({
  outputMap: { csdbName, manualName },
}: Pick<Job, 'outputMap'>): Target | undefined {
  return csdbName && manualName ? { csdbName, manualName } : undefined
}

/** The step of the import dialog: 1 summary, 2 choice of a manual, 3 new database, 4 new manual. */
export type ImportStep =
  | { step: 1; target: Target | undefined }
  | { step: 3; target: Target | undefined }
  /** A database that was just made waits for its first manual. */
  | { step: 2; target: Target | undefined; database?: string }
  /** The new manual is made in `csdbName`. */
  | { step: 4; csdbName: string; target: Target | undefined }

export type ImportMove =
  | { move: 'edit' }
  | { move: 'choose'; target: Target | undefined }
  | { move: 'newDatabase' }
  | { move: 'newManual'; csdbName: string }
  | { move: 'createdDatabase'; csdbName: string }
  /** It is what the user wanted to choose. */
  | { move: 'createdManual'; target: Target }
  /** The import was asked for without a manual to import into. */
  | { move: 'missingManual' }
  | { move: 'cancel' }

/** The next step; undefined when the dialog closes. */
export function afterMove(state: ImportStep, asked: ImportMove): ImportStep | undefined {
  const { target } = state
  switch (asked.move) {
    case 'edit':
    case 'missingManual':
      return { step: 2, target }
    case 'choose':
      return { step: 2, target: asked.target }
    case 'newDatabase':
      return { step: 3, target }
    case 'newManual':
      return { step: 4, csdbName: asked.csdbName, target }
    case 'createdDatabase':
      return { step: 2, target: undefined, database: asked.csdbName }
    case 'createdManual':
      return { step: 2, target: asked.target }
    case 'cancel':
      return state.step <= 2 ? undefined : { step: 2, target }
  }
}
