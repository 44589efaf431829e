const entry = 'index.html'
const loginPage = 'src/features/session/LoginPage.tsx'
const language = 'src/locales/en-US.ts'

// The JavaScript a browser fetches before the login page stands: the entry, the page and one language, each with what
// they import statically.
export function firstLoadFiles(manifest) {
  const files = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build manifest has no ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const root of [entry, loginPage, language]) visit(root)
  return [...files].filter((file) => file.endsWith('.js'))
}
