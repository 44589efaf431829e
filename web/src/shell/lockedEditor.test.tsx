import { EditorView } from '@codemirror/view'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { randomId, tabId } from '@/lib/editing/tab'
import { startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { hashOf, openedDraft } from '@/testing/drafts'
import { loadedDialog } from '@/testing/forms'
import { stored } from '@/testing/keptTexts'
import { file, version } from '@/testing/library'
import { lockForLong, unlock } from '@/testing/lock'
import { arthur, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { at, problem, startServer } from '@/testing/server'
import '@/features/editor/EditorPage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`
const drafts = (call: string) => at(`${call}/default${path}`)
const textWith = (words: string) => `<dmodule>\n<para>${words}</para>\n</dmodule>`

/** The text that the server has, and the texts that it was sent. */
let onServer = ''
let saves: string[] = []

beforeEach(async () => {
  saves = []
  stored.clear()
  onServer = textWith('Old')
  server.use(
    http.get(at(`/files/default${path}`), () => HttpResponse.json(file(key, { checkedOutBy: 'arthur' }))),
    http.get(at(`/files/getVersions/default${path}`), () => HttpResponse.json([version(key)])),
    http.post(drafts('/drafts'), async () => HttpResponse.json(await openedDraft(onServer))),
    http.post(drafts('/drafts/check'), () => HttpResponse.json({ problems: [] })),
    http.put<never, { text: string }>(drafts('/drafts'), async ({ request }) => {
      if (!request.headers.has('Authorization')) return problem(401, 'token.missing', 'Sign in')
      const { text } = await request.json()
      if (request.headers.get('If-Match') !== `"${await hashOf(onServer)}"`)
        return problem(409, 'draft.newer', 'There is a newer text')
      saves.push(text)
      onServer = text
      return HttpResponse.json({
        sha256: await hashOf(text),
        savedOn: '2026-03-04T14:03:07',
        size: text.length,
      })
    }),
  )
})

async function theText() {
  const content = await screen.findByRole('textbox', { name: /^XML source of/ })
  const view = EditorView.findFromDOM(content)
  if (!view) throw new Error('There is no editor')
  return view
}

async function type(words: string, before: string) {
  const view = await theText()
  act(() => view.dispatch({ changes: { from: view.state.doc.toString().indexOf(before), insert: words } }))
}

async function open() {
  startSession(tokenFor(arthur))
  renderApp(`/editor?path=${encodeURIComponent(path)}&view=source`)
}

const save = () => userEvent.keyboard('{Control>}s{/Control}')

it('goes on behind the lock with the text as it was, and saves no older one', async () => {
  await open()
  await type('New ', 'Old')
  await save()
  await waitFor(() => expect(saves).toEqual([textWith('New Old')]))
  await lockForLong()
  await unlock()
  expect((await theText()).state.doc.toString()).toBe(textWith('New Old'))
  await type('er', ' Old')
  await waitFor(() => expect(onServer).toBe(textWith('Newer Old')))
  expect(saves).toEqual([textWith('New Old'), textWith('Newer Old')])
})

it('saves after the lock what was typed before it', async () => {
  await open()
  await type('New ', 'Old')
  await lockForLong()
  await waitFor(() => expect([...stored.values()].map(({ text }) => text)).toEqual([textWith('New Old')]))
  expect(saves).toEqual([])
  await unlock()
  await waitFor(() => expect(onServer).toBe(textWith('New Old')))
  await waitFor(() => expect(stored.size).toBe(0))
})

it('does not go back behind the lock to a text that was recovered before', async () => {
  const kept = { key: randomId(), account: 'arthur', path, tab: tabId(), on: '2026-03-04T05:06:07Z' }
  stored.set(kept.key, { ...kept, text: textWith('Recovered Old'), version: '77' })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Use my text' }))
  await waitFor(() => expect(onServer).toBe(textWith('Recovered Old')))
  await type('Newer ', 'Recovered')
  await save()
  await waitFor(() => expect(onServer).toBe(textWith('Newer Recovered Old')))
  await lockForLong()
  await unlock()
  await screen.findByText('Saved 14:03:07')
  await save()
  expect((await theText()).state.doc.toString()).toBe(textWith('Newer Recovered Old'))
  expect(onServer).toBe(textWith('Newer Recovered Old'))
})

it('applies the form of a MEL item that was open behind the lock, with what was typed in it', async () => {
  const plain = (text: string) => ({ text, isFixed: false })
  const line = {
    label: 'A',
    title: plain(''),
    category: 'C',
    installed: '1',
    required: '0',
    remarks: plain('By day'),
    provisos: [],
    logic: 'all',
    placard: plain(''),
    operational: [],
    maintenance: [],
    position: 1,
  }
  const item = { number: plain('25-63-01'), title: plain('Hoist'), hasLines: true, lines: [line] }
  const read = { edits: [], item, warnings: [], missing: [] }
  server.use(
    http.get(at(`/files/default${path}`), () =>
      HttpResponse.json(file(key, { checkedOutBy: 'arthur', contentType: 'dispatchItem' })),
    ),
    http.post<never, { text: string; change?: typeof item }>(
      drafts('/drafts/dispatchItem'),
      async ({ request }) => {
        const { text, change } = await request.json()
        const from = text.indexOf('Old')
        const edits = change ? [{ from, to: from + 'Old'.length, text: 'New' }] : []
        return HttpResponse.json({ ...read, edits })
      },
    ),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Forms' }))
  const menu = within(await screen.findByRole('menu'))
  await userEvent.click(menu.getByRole('menuitem', { name: 'MEL item' }))
  const remarks = (await loadedDialog('MEL item')).getByLabelText('Remarks or exceptions')
  await userEvent.type(remarks, ' only')
  await lockForLong()
  await unlock()
  const dialog = await loadedDialog('MEL item')
  expect(dialog.getByLabelText('Remarks or exceptions')).toHaveValue('By day only')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await theText()).state.doc.toString()).toBe(textWith('New'))
  await save()
  await waitFor(() => expect(onServer).toBe(textWith('New')))
})
