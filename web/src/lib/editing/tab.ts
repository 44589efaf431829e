const tabKey = 'airfolio.editorTab'
const browserKey = 'airfolio.editorBrowser'
const channelName = 'airfolio.editorTabs'
const answerMs = 200

/** `from` is the page that asks: one does not answer itself. */
type TabMessage = { ask: string; from: string } | { here: string }

export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

const page = randomId()

/** This page has made the id of its tab, so that no other page has it. */
let isMade = false
let claimed: Promise<void> | undefined

function stored(storage: Storage, key: string, make: () => string): string {
  const found = storage.getItem(key)
  if (found !== null) return found
  const made = make()
  storage.setItem(key, made)
  return made
}

const browserId = () => stored(localStorage, browserKey, randomId)

function newTabId(): string {
  isMade = true
  return `${browserId()}.${randomId()}`
}

/** The id of this tab: that of the browser, and one of its own. */
export const tabId = () => stored(sessionStorage, tabKey, newTabId)

/**
 * Gives a duplicated tab an id of its own. It begins with the id of the tab that it was made from, whose
 * drafts and unsaved texts are not its own.
 */
export function claimTab(): Promise<void> {
  claimed ??= claim()
  return claimed
}

async function claim(): Promise<void> {
  const found = sessionStorage.getItem(tabKey)
  if (found === null || isMade || (await isClosedTab(found))) return
  sessionStorage.setItem(tabKey, newTabId())
}

/** Answers other tabs that ask whether this one is open; returns how to stop. */
export function answerOtherTabs(): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('ask' in data && data.from !== page && data.ask === tabId())
      channel.postMessage({ here: data.ask } satisfies TabMessage)
  }
  return () => channel.close()
}

/** Whether a tab of this browser has been closed. A tab of another browser counts as open. */
export function isClosedTab(tab: string): Promise<boolean> {
  if (!tab.startsWith(`${browserId()}.`)) return Promise.resolve(false)
  const channel = new BroadcastChannel(channelName)
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), answerMs)
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (!('here' in data) || data.here !== tab) return
      clearTimeout(timer)
      resolve(false)
    }
    channel.postMessage({ ask: tab, from: page } satisfies TabMessage)
  }).finally(() => channel.close())
}
