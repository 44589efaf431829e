import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const srcFolder = fileURLToPath(new URL('..', import.meta.url))

export interface SourceFile {
  /** Relative to `src`, with forward slashes. */
  path: string
  text: string
}

/** Every TypeScript file of ours under `src`, or every file with another ending, for tests that hold rules over all. */
export function sourceFiles(ending = /\.tsx?$/): SourceFile[] {
  return readdirSync(srcFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(srcFolder, path).replaceAll('\\', '/'),
      text: readFileSync(path, 'utf8'),
    }))
}
