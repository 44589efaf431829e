// The messages of Chromium, Firefox and Safari for a module that could not be loaded, and of Vite for its style sheet.
const words = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether a part of the program did not come over the network; an error in its code is anything else. */
export function isUnfetched(error: unknown): boolean {
  return error instanceof Error && words.test(error.message)
}
