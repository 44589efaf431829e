const tabKey = 'airfolio.editorTab'
const browserKey = 'airfolio.editorBrowser'
const channelName = 'airfolio.editorTabs'
const answerMs = 200

type TabMessage = { ask: string } | { here: string }

export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function stored(storage: Storage, key: string, make: () => string): string {
  const found = storage.getItem(key)
  if (found !== null) return found
  const made = make()
  storage.setItem(key, made)
  return made
}

const browserId = () => stored(localStorage, browserKey, randomId)

/** The id of this tab: that of the browser, and one of its own. */
export const tabId = () => stored(sessionStorage, tabKey, () => `${browserId()}.${randomId()}`)

/** Answers other tabs that ask whether this one is open; returns how to stop. */
export function answerOtherTabs(): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('ask' in data && data.ask === tabId()) channel.postMessage({ here: data.ask } satisfies TabMessage)
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
    channel.postMessage({ ask: tab } satisfies TabMessage)
  }).finally(() => channel.close())
}
