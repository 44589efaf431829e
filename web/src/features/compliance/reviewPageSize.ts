/** Entries on a page of the work list: each has texts to read. */
export const reviewPageSize = 10
