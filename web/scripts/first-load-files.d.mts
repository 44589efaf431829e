export function firstLoadFiles(manifest: Record<string, { file: string; imports?: string[] }>): string[]
