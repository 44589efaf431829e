const storageKey = 'airfolio.markChanges'

/** Whether the last check-in on this device marked its changes: the next one proposes the same. */
export const marksChanges = () => localStorage.getItem(storageKey) === 'yes'

export function rememberMarks(isMarked: boolean): void {
  localStorage.setItem(storageKey, isMarked ? 'yes' : 'no')
}
