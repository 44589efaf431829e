import { href } from '@/lib/paths'

/** Loads the application anew at `path`: nothing of what was stays in memory. */
export function startOver(path: string): void {
  window.location.hash = href(path)
  window.location.reload()
}
