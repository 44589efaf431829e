import { openDraft, replaceDraft, saveDraft } from '@/api/editing'
import { forgetKeptText, newKeptText } from '@/lib/editing/keptTexts'
import { tabId } from '@/lib/editing/tab'
import { sha256Of } from './hash'
import { failureOf } from './saveFailure'
import type { SaverPorts } from './saver'

/** The saver's connection to the server and the browser for the draft of one file. */
export function draftPorts(account: string, path: string, recovered: string | undefined): SaverPorts {
  const kept = newKeptText(account, path)
  return {
    save: (text, replaces, version) => saveDraft(path, tabId(), { text, version }, replaces),
    replace: (text, replaces, version) => replaceDraft(path, tabId(), { text, version }, replaces),
    failureOf,
    load: (takeOver) => openDraft(path, tabId(), takeOver),
    hash: sha256Of,
    keep: (text, version) => kept.keep(text, { version }),
    forget: async () => {
      await kept.forget()
      // The text that the editor began with is saved too, or was rejected for another one.
      if (recovered !== undefined) await forgetKeptText(recovered)
    },
  }
}
