import i18next from 'i18next'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import { forgetUpload, newUploadId, sendFile } from '@/api/upload'
import { sessionAccount, subscribeToSession } from '@/lib/session'
import { createStore } from '@/ui/store'
import { showToast } from '@/ui/toasts'
import { sentName } from './packageFile'
import { startCheck } from './queries'

export interface Upload {
  id: string
  name: string
  size: number
  percent: number
  state: 'sending' | 'interrupted' | 'failed'
  /** Why it failed. */
  problem?: string
  retry: () => void
  /** Stops it, or takes it off the list when it has failed. */
  cancel: () => void
}

/** Running uploads; they go on while other pages are shown. */
export const uploadStore = createStore<readonly Upload[]>([])

/** Browsers open six connections to a server; the rest of the page needs some of them. */
const mostAtOnce = 2
let sending = 0
const queue: (() => void)[] = []

/** Runs `send` when fewer than `mostAtOnce` others run. */
async function inTurn(send: () => Promise<void>): Promise<void> {
  if (sending >= mostAtOnce) await new Promise<void>((start) => queue.push(start))
  sending += 1
  try {
    await send()
  } finally {
    sending -= 1
    queue.shift()?.()
  }
}

/** Sends a package and has it checked. Goes on in the background; how it ends is told there. */
export function startUpload(file: File): void {
  const id = newUploadId()
  const name = sentName(file.name)
  let controller = new AbortController()
  const change = (values: Partial<Upload>) =>
    uploadStore.set(uploadStore.get().map((each) => (each.id === id ? { ...each, ...values } : each)))
  const owner = sessionAccount()
  const remove = () => {
    unsubscribe()
    uploadStore.set(uploadStore.get().filter((each) => each.id !== id))
  }
  // It would go on in the name of the next person. Whoever only has to sign in again sends it on.
  const unsubscribe = subscribeToSession(() => {
    const account = sessionAccount()
    if (account === undefined || account === owner) return
    controller.abort()
    remove()
  })

  const run = async (resumes: boolean) => {
    if (controller.signal.aborted) return
    try {
      const { path } = await sendFile(file, name, {
        id,
        resumes,
        signal: controller.signal,
        onPercent: (percent) => change({ percent, state: 'sending' }),
        onInterrupted: () => change({ state: 'interrupted' }),
      })
      await startCheck(path)
      remove()
      showToast({ tone: 'success', text: i18next.t('imports.upload.started') })
    } catch (error) {
      if (!controller.signal.aborted && error instanceof Error) {
        change({ state: 'failed', problem: error.message })
      }
    } finally {
      for (const queryKey of [keys.jobs, keys.packages, keys.counts]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    }
  }
  const retry = () => {
    controller = new AbortController()
    change({ state: 'sending', problem: undefined })
    void inTurn(() => run(true))
  }
  const cancel = () => {
    const wasSending = uploadStore.get().some((each) => each.id === id && each.state !== 'failed')
    controller.abort()
    remove()
    if (wasSending) showToast({ tone: 'info', text: i18next.t('imports.upload.cancelled', { name }) })
    // The server removes unfinished uploads by itself.
    forgetUpload(id).catch(() => undefined)
  }
  uploadStore.set([
    ...uploadStore.get(),
    { id, name, size: file.size, percent: 0, state: 'sending', retry, cancel },
  ])
  void inTurn(() => run(false))
}
