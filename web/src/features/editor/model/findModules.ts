import { suggestModules } from '@/api/search'
import type { FoundModule } from './completion'

const most = 12

/** The modules whose code or title begins with a text. */
export async function findModules(text: string, signal: AbortSignal): Promise<FoundModule[]> {
  const found = await suggestModules(text, signal)
  return found
    .flatMap(({ code, title, kind }) =>
      kind === 'module' && code !== undefined ? [{ code, title: title ?? '' }] : [],
    )
    .slice(0, most)
}
