/** How many rows a person can choose to see at once, in every list. */
export const pageSizes = [10, 20, 50, 100] as const
