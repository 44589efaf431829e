import { href } from '@/lib/paths'

/** Reloads the application at `path`, so that nothing stays in memory. */
export function startOver(path: string): void {
  window.location.hash = href(path)
  window.location.reload()
}
