import { type RenderResult, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { type UiTexts, UiTextsProvider } from '@/ui/UiTexts'

const texts: UiTexts = {
  close: 'Close',
  cancel: 'Cancel',
  clear: 'Clear',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Try again',
  loading: 'Loading',
  required: 'required',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  noOptions: 'No options',
  fileLimit: (count) => `At most ${count} at a time`,
  selected: (count) => `${count} selected`,
  chooseAll: 'Select all',
  chooseRow: (name) => `Select ${name}`,
  pagination: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  page: (page) => `Page ${page}`,
  pageSize: 'Rows per page',
  earlierMessages: (count) => `${count} earlier messages`,
  moreMessages: (count) => `${count} more messages`,
  times: (count) => `${count} times`,
  showAll: 'Show all',
  showFewer: 'Show fewer',
  closeAll: 'Close all',
  range: (from, to, total) => `${from}–${to} of ${total}`,
}

/** Renders a part of `ui/` with English words. */
export function renderUi(element: ReactElement): RenderResult {
  return render(element, {
    wrapper: ({ children }) => <UiTextsProvider value={texts}>{children}</UiTextsProvider>,
  })
}
