/** Gives a text to the browser as a file. */
export function downloadText(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/xml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the address over by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(url))
}
