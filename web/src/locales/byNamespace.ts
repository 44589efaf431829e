/** Keys every file's texts by its name, so that `admin.json` holds what `t('admin.…')` asks for. */
export function byNamespace(files: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\//, '').replace(/\.json$/, ''), texts]),
  )
}
