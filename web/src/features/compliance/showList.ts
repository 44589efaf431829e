/** Leads the view and the focus to the list that a figure counts. */
export function showList(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'start' })
  list?.focus({ preventScroll: true })
}
