import { type queries, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { SetupServer } from 'msw/node'
import { expect } from 'vitest'
import type { File } from '@/api/types'
import { EditorPage } from '@/features/editor/EditorPage'
import { hashOf, openedDraft } from '@/testing/drafts'
import { file, version } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at } from '@/testing/server'

interface FormPage {
  user: UserEvent
  /** The address of a form's call. */
  call: (form: string) => string
  /** Opens a form from the menu of the editor, and gives its dialog when it is loaded. */
  openForm: (name: string) => Promise<LoadedDialog>
  /** The text that was saved last. */
  saved: () => string | undefined
}

type LoadedDialog = ReturnType<typeof within<typeof queries>>

/** The dialog that is open, when its content is loaded: until then another one stands in its place. */
export async function loadedDialog(name: string): Promise<LoadedDialog> {
  const dialog = await waitFor(() => {
    const found = screen.getByRole('dialog', { name })
    expect(found.querySelector('.af-skeleton')).toBeNull()
    return found
  })
  return within(dialog)
}

const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`

/** The editor with a text, in its source view. */
export async function openEditor(
  server: SetupServer,
  xml: string,
  more: Partial<File> = {},
): Promise<FormPage> {
  const saves: string[] = []
  const draft = await openedDraft(xml)
  const call = (form: string) => at(`/drafts/${form}/default${path}`)
  server.use(
    http.get(at(`/files/default${path}`), () =>
      HttpResponse.json(file(key, { checkedOutBy: 'arthur', ...more })),
    ),
    http.get(at(`/files/getVersions/default${path}`), () => HttpResponse.json([version(key)])),
    http.post(at(`/drafts/default${path}`), () => HttpResponse.json(draft)),
    http.post(call('check'), () => HttpResponse.json({ problems: [] })),
    http.put<never, { text: string }>(at(`/drafts/default${path}`), async ({ request }) => {
      const { text } = await request.json()
      saves.push(text)
      const sha256 = await hashOf(text)
      return HttpResponse.json({ sha256, savedOn: '2026-03-04T14:03:07', size: text.length })
    }),
  )
  const { user } = renderPage(<EditorPage />, arthur, `/editor?path=${encodeURIComponent(path)}`)
  return {
    user,
    call,
    openForm: async (name) => {
      await user.click(await screen.findByRole('button', { name: 'Forms' }))
      await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name }))
      return loadedDialog(name)
    },
    saved: () => saves.at(-1),
  }
}
