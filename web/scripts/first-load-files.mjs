const entry = 'index.html'
export const languages = ['en-US', 'zh-CN']

/**
 * The scripts and style sheets that a browser fetches before the sign-in page stands: those of the entry and of the
 * page's texts, with all that they import statically.
 */
export function firstLoadFiles(manifest, language) {
  const files = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build manifest has no ${key}`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const root of [entry, `src/locales/${language}.signIn.ts`]) visit(root)
  return [...files]
}
