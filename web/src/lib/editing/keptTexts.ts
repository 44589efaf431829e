import { createStore, del, set, type UseStore, values } from 'idb-keyval'
import { claimTab, isClosedTab, randomId, tabId } from './tab'

/** Text that the server has not confirmed, kept in the browser. */
export interface KeptText {
  key: string
  account: string
  path: string
  /** The tab in which it was typed. */
  tab: string
  text: string
  on: string
  /** The version that a text of a draft was made from. */
  version?: string | undefined
}

interface KeptDetails {
  on?: string
  version?: string | undefined
}

let texts: UseStore | undefined

const store = () => {
  texts ??= createStore('airfolio-unsaved', 'texts')
  return texts
}

async function attempt<Value>(access: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await access()
  } catch {
    return undefined
  }
}

/**
 * A place for the unconfirmed text of one visit of the editor: no other visit, in this tab or another, overwrites it. A
 * browser without storage keeps nothing, which `keep` tells, and editing goes on.
 */
export function newKeptText(account: string, path: string) {
  const tab = tabId()
  const key = `${tab} ${randomId()}`
  return {
    key,
    keep: async (
      text: string,
      { on = new Date().toISOString(), version }: KeptDetails = {},
    ): Promise<boolean> => {
      const kept: KeptText = { key, account, path, tab, text, on, version }
      const isKept = await attempt(async () => {
        await set(key, kept, store())
        return true
      })
      return isKept ?? false
    },
    forget: () => forgetKeptText(key),
  }
}

export const forgetKeptText = (key: string) => attempt(() => del(key, store()))

/** The texts of a file that this tab and closed ones have left, newest first. Those of open tabs stay with them. */
export async function findKeptTexts(account: string, path: string): Promise<KeptText[]> {
  await claimTab()
  const all = (await attempt(() => values<KeptText>(store()))) ?? []
  const ofFile = all.filter((kept) => kept.account === account && kept.path === path)
  const left = await Promise.all(ofFile.map(({ tab }) => tab === tabId() || isClosedTab(tab)))
  return ofFile.filter((_, index) => left[index]).sort((a, b) => b.on.localeCompare(a.on))
}
