/** The page size of the contents. */
export const pageSize = 200
