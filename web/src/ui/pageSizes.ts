/** The page sizes that every list offers. */
export const pageSizes = [10, 20, 50, 100] as const
