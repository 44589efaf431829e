interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

export const languages: readonly string[]
export function firstLoadFiles(manifest: Record<string, Chunk>, language: string): string[]
export function editorFiles(manifest: Record<string, Chunk>): string[]
