/** The server's rule, told here so that nobody has to try. */
export const minPasswordLength = 10
