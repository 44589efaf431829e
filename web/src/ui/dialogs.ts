import { createStore, useStore } from './store'

/** Dialogs from the lowest to the topmost; only the topmost answers Escape. */
const openDialogs = createStore<readonly symbol[]>([])

/** Puts a dialog on top of the others; gives back how it is taken away again. */
export function raiseDialog(dialog: symbol): () => void {
  openDialogs.set([...openDialogs.get(), dialog])
  return () => openDialogs.set(openDialogs.get().filter((each) => each !== dialog))
}

export const isTopmost = (dialog: symbol) => openDialogs.get().at(-1) === dialog

/** Whether a dialog is open; nothing may cover its buttons. */
export const useIsDialogOpen = () => useStore(openDialogs).length > 0
