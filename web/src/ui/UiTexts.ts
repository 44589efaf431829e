import { createContext, useContext } from 'react'

/** The few words that parts of `ui/` speak by themselves; the shell provides them in the user's language. */
export interface UiTexts {
  close: string
  cancel: string
  clear: string
  copy: string
  copied: string
  retry: string
  loading: string
  required: string
  showPassword: string
  hidePassword: string
  noOptions: string
  /** When more files are given than an upload takes. */
  fileLimit: (count: number) => string
  selected: (count: number) => string
  chooseAll: string
  chooseRow: (name: string) => string
  pagination: string
  previousPage: string
  nextPage: string
  page: (page: number) => string
  pageSize: string
  earlierMessages: (count: number) => string
  moreMessages: (count: number) => string
  times: (count: number) => string
  showAll: string
  showFewer: string
  closeAll: string
  range: (from: number, to: number, total: number) => string
}

const Context = createContext<UiTexts | null>(null)

export const UiTextsProvider = Context.Provider

export function useUiTexts(): UiTexts {
  const texts = useContext(Context)
  if (!texts) throw new Error('UiTextsProvider is missing above this part')
  return texts
}
