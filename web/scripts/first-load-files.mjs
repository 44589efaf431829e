const entry = 'index.html'
export const languages = ['en-US', 'zh-CN']

/**
 * The scripts and style sheets that a browser fetches before the sign-in page stands: those of the entry and of the
 * page's texts, with all that they import statically.
 */
export function firstLoadFiles(manifest, language) {
  return filesOf(manifest, [entry, `src/locales/${language}.signIn.ts`])
}

/** The files that the editor needs beyond those of the page it is opened from. */
export function editorFiles(manifest) {
  const before = filesOf(manifest, ['src/features/library/manual/ManualPage.tsx'])
  return filesOf(manifest, ['src/features/editor/EditorPage.tsx']).filter((file) => !before.includes(file))
}

function filesOf(manifest, roots) {
  const files = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build manifest has no ${key}`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const root of roots) visit(root)
  return [...files]
}
