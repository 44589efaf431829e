import { showToast } from '@/ui/toasts'

/** Shows an error that belongs to no form and no dialog. */
export function showProblem(error: Error): void {
  // The end of a session is told once, by the place that ends it.
  if ('status' in error && error.status === 401) return
  showToast({ tone: 'danger', text: error.message })
}
