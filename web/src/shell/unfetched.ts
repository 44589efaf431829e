// What Chromium, Firefox and Safari say about a module that did not come, and Vite about its style sheet.
const words = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether a part of the program did not come over the network; an error in its code is anything else. */
export function isUnfetched(error: unknown): boolean {
  return error instanceof Error && words.test(error.message)
}
