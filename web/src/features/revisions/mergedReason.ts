/** The working version of a to-do with this reason has the merged text. */
export const isMergedReason = (reason: string) =>
  reason === 'conflict' || reason === 'merged' || reason === 'reviewApplicability'
