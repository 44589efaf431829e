import { EditorView } from '@codemirror/view'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/api/queries'
import { randomId, tabId } from '@/lib/editing/tab'
import { connectApp } from '@/testing/connectApp'
import { draftEntry, hashOf, openedDraft } from '@/testing/drafts'
import { storage, stored } from '@/testing/keptTexts'
import { file, version } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { EditorPage } from './EditorPage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`
const xml = '<dmodule>\r\n<para>Old</para>\r\n</dmodule>'

interface Saved {
  text: string
  replaces: string | null
}
let saves: Saved[] = []

const drafts = (call: string) => at(`${call}/default${path}`)

async function answerWith(text: string, isMine = true) {
  const draft = await openedDraft(text, { isMine })
  server.use(
    http.get(at(`/files/default${path}`), () => HttpResponse.json(file(key, { checkedOutBy: 'arthur' }))),
    http.get(at(`/files/getVersions/default${path}`), () => HttpResponse.json([version(key)])),
    http.post(drafts('/drafts'), ({ request }) =>
      HttpResponse.json({ ...draft, isMine: isMine || request.url.includes('takeOver=true') }),
    ),
    http.post(drafts('/drafts/check'), () => HttpResponse.json({ problems: [] })),
    http.put<never, { text: string }>(drafts('/drafts'), async ({ request }) => {
      const { text: sent } = await request.clone().json()
      saves.push({ text: sent, replaces: request.headers.get('If-Match') })
      return HttpResponse.json({
        sha256: await hashOf(sent),
        savedOn: '2026-03-04T14:03:07',
        size: sent.length,
      })
    }),
  )
}

function open() {
  return renderPage(<EditorPage />, arthur, `/editor?path=${encodeURIComponent(path)}`)
}

async function theText() {
  const content = await screen.findByRole('textbox', { name: /^XML source of/ })
  const view = EditorView.findFromDOM(content)
  if (!view) throw new Error('There is no editor')
  return view
}

async function type(text: string) {
  const view = await theText()
  view.dispatch({ changes: { from: view.state.doc.toString().indexOf('Old'), insert: text } })
}

/** Text that a tab of this browser has left. */
function left(text: string, { tab = tabId(), on = '2026-03-04T05:06:07Z' } = {}): void {
  const kept = { key: randomId(), account: 'arthur', path, tab, text, on }
  stored.set(kept.key, kept)
}
const closedTab = () => `${tabId().split('.')[0]}.closed`
const keptTexts = () => [...stored.values()].map(({ text }) => text)

beforeEach(() => {
  saves = []
  stored.clear()
  storage.isFull = false
})

/** The dialog knows the change request of the module. */
const opens = (button: HTMLElement) =>
  waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))

describe('the editor', () => {
  it('saves with Ctrl+S what was typed and nothing else, and says when', async () => {
    await answerWith(xml)
    const { user } = open()
    await type('New ')
    expect(await screen.findByText('Unsaved changes')).toBeVisible()
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('Saved 14:03:07')).toBeVisible()
    expect(saves).toEqual([
      { text: '<dmodule>\r\n<para>New Old</para>\r\n</dmodule>', replaces: `"${await hashOf(xml)}"` },
    ])
    expect(keptTexts()).toEqual([])
  })

  it('saves nothing when nothing was typed', async () => {
    await answerWith(xml)
    const { user } = open()
    await theText()
    await user.keyboard('{Control>}s{/Control}')
    expect(saves).toEqual([])
  })

  it('lists the problems and leads to their places', async () => {
    await answerWith(xml)
    const from = xml.indexOf('Old')
    const found = {
      severity: 'error',
      line: 2,
      column: 7,
      from,
      to: from + 3,
      code: 'xsd',
      message: 'Wrong word',
    }
    server.use(http.post(drafts('/drafts/check'), () => HttpResponse.json({ problems: [found] })))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Wrong word/ }))
    const { state } = await theText()
    const { main } = state.selection
    expect(state.sliceDoc(main.from, main.to)).toBe('Old')
  })

  it('stays calm without a connection, keeps the text in the browser and tries again', async () => {
    await answerWith(xml)
    server.use(http.put(drafts('/drafts'), () => HttpResponse.error(), { once: true }))
    const { user } = open()
    await type('New ')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('The server cannot be reached')).toBeVisible()
    expect(screen.getByText('Not saved yet, stored in this browser')).toBeVisible()
    expect(screen.getByText(/^Last saved \d\d:06:07$/)).toBeVisible()
    expect(keptTexts()).toEqual([expect.stringContaining('New Old')])
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    expect(await screen.findByText('Saved 14:03:07')).toBeVisible()
    expect(keptTexts()).toEqual([])
  })

  it('says that the browser cannot store the text either, and offers it as a file', async () => {
    await answerWith(xml)
    storage.isFull = true
    server.use(http.put(drafts('/drafts'), () => HttpResponse.error()))
    const { user } = open()
    await type('New ')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('The server cannot be reached')).toBeVisible()
    expect(await screen.findByText(/^This browser cannot store your text/)).toBeVisible()
    expect(screen.getByText('Not saved')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download text' })).toBeVisible()
    expect(screen.queryByText(/stored in this browser/)).toBeNull()
  })

  it('offers the text that was left as a file when the module is gone', async () => {
    left('<dmodule>typed</dmodule>', { tab: closedTab() })
    const gone = () => problem(404, 'file.not_found', 'The file does not exist')
    server.use(http.get(at(`/files/default${path}`), gone), http.post(drafts('/drafts'), gone))
    open()
    expect(await screen.findByText('Unsaved text in this browser')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download text' })).toBeVisible()
    expect(keptTexts()).toContain('<dmodule>typed</dmodule>')
  })

  it('shows a refused text with its reason', async () => {
    await answerWith(xml)
    server.use(http.put(drafts('/drafts'), () => problem(413, 'draft.refused', 'The text is too large.')))
    const { user } = open()
    await type('New ')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText(/The text is too large/)).toBeVisible()
  })
})

describe('two texts', () => {
  it('offers text of the last visit that was not saved', async () => {
    await answerWith(xml)
    const own = xml.replace('Old', 'Typed before the crash')
    left(own)
    const { user } = open()
    expect(await screen.findByText('Unsaved text found')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use my text' }))
    expect((await theText()).state.doc.toString()).toContain('Typed before the crash')
    await waitFor(() => expect(saves.at(-1)?.text).toBe(own))
    await waitFor(() => expect(keptTexts()).toEqual([]))
  })

  it('does not offer it again when the saved text was chosen', async () => {
    await answerWith(xml)
    left(xml.replace('Old', 'Not wanted'))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Use the saved text' }))
    expect((await theText()).state.doc.toString()).not.toContain('Not wanted')
    expect(keptTexts()).toEqual([])
  })

  it('does not ask when the server has that text', async () => {
    await answerWith(xml)
    left(xml)
    open()
    await theText()
    expect(keptTexts()).toEqual([])
  })

  it('offers the newest of several, and the others until each is saved or rejected', async () => {
    await answerWith(xml)
    const [first, second, third] = ['First', 'Second', 'Third'].map((word) => xml.replace('Old', word))
    left(second ?? '', { tab: closedTab(), on: '2026-03-04T06:00:00Z' })
    left(third ?? '', { on: '2026-03-04T07:00:00Z' })
    left(first ?? '', { on: '2026-03-04T05:00:00Z' })
    const { user } = open()
    expect(await screen.findByRole('textbox', { name: 'My text' })).toHaveTextContent('Third')
    await user.click(screen.getByRole('button', { name: 'Use the saved text' }))
    expect(await screen.findByRole('textbox', { name: 'My text' })).toHaveTextContent('Second')
    expect(keptTexts()).toEqual([second, first])
    await user.click(screen.getByRole('button', { name: 'Use my text' }))
    await waitFor(() => expect(keptTexts()).toEqual([first]))
    expect(saves.map(({ text }) => text)).toEqual([second])
  })

  it('stays in the editor when the start is loaded again, as after a change of language', async () => {
    await answerWith(xml)
    server.use(http.put(drafts('/drafts'), () => HttpResponse.error()))
    const { user } = open()
    await type('New ')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('The server cannot be reached')).toBeVisible()
    expect(keptTexts()).toHaveLength(1)
    await queryClient.invalidateQueries()
    expect((await theText()).state.doc.toString()).toContain('New Old')
    expect(screen.queryByText('Unsaved text found')).toBeNull()
  })

  it('leaves the text of another open tab alone, also after taking over and saving', async () => {
    await answerWith(xml, false)
    const theirs = xml.replace('Old', 'Typed in the other tab')
    left(theirs, { tab: 'another.tab' })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Take over' }))
    await waitFor(async () => expect((await theText()).state.readOnly).toBe(false))
    await type('New ')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('Saved 14:03:07')).toBeVisible()
    expect(keptTexts()).toEqual([theirs])
  })

  it('shows both when the draft was changed elsewhere, and saves the chosen one', async () => {
    await answerWith(xml)
    const { user } = open()
    await type('Mine ')
    const theirs = await openedDraft(xml.replace('Old', 'Theirs'))
    server.use(
      http.put(drafts('/drafts'), () => problem(409, 'draft.newer', 'Newer'), { once: true }),
      http.post(drafts('/drafts'), () => HttpResponse.json(theirs)),
    )
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('The draft was changed elsewhere')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use my text' }))
    await waitFor(() =>
      expect(saves).toEqual([{ text: xml.replace('Old', 'Mine Old'), replaces: `"${theirs.sha256}"` }]),
    )
  })

  it('asks before the page is left while both are shown', async () => {
    await answerWith(xml)
    const { user, go, place } = open()
    await type('Mine ')
    const theirs = await openedDraft(xml.replace('Old', 'Theirs'))
    server.use(
      http.put(drafts('/drafts'), () => problem(409, 'draft.newer', 'Newer'), { once: true }),
      http.post(drafts('/drafts'), () => HttpResponse.json(theirs)),
    )
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('The draft was changed elsewhere')
    await go(`/other?path=${encodeURIComponent(path)}`)
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(place()).toMatch(/^\/other/))
  })

  it('is read-only beside another tab until it takes over', async () => {
    await answerWith(xml, false)
    const { user } = open()
    const { state } = await theText()
    expect(state.readOnly).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Take over' }))
    await waitFor(async () => expect((await theText()).state.readOnly).toBe(false))
  })
})

it('repairs a problem where the server is certain, in the text that was checked', async () => {
  await answerWith(xml)
  const line = xml.indexOf('Old')
  const found = {
    severity: 'error',
    line: 2,
    column: 1,
    from: line,
    to: line + 3,
    code: 'xml.not_well_formed',
    message: 'Not well-formed',
    params: {},
  }
  const repair = [{ from: line, to: line + 3, text: 'New' }]
  server.use(
    http.post<never, { text: string }>(drafts('/drafts/check'), async ({ request }) => {
      const { text } = await request.json()
      return HttpResponse.json({ problems: text.includes('Old') ? [{ ...found, repair }] : [] })
    }),
  )
  const { user } = open()
  await theText()
  await user.click(await screen.findByRole('button', { name: 'Repair: Not well-formed' }))
  expect((await theText()).state.doc.toString()).toBe('<dmodule>\n<para>New</para>\n</dmodule>')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Repair: Not well-formed' })).toBeNull())
})

describe('check-out and check-in', () => {
  it('offers to check the file out first', async () => {
    await answerWith(xml)
    server.use(
      http.post(drafts('/drafts'), () => problem(409, 'file.not_checked_out', 'Not checked out'), {
        once: true,
      }),
      http.post(at(`/files/checkout/default${path}`), () => HttpResponse.json(file(key))),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await theText()
  })

  it('says who has checked the file out, and since when', async () => {
    await answerWith(xml)
    const held = { checkedOutBy: 'paula', checkedOutOn: '2026-03-04T14:03:07' }
    server.use(
      http.get(at(`/files/default${path}`), () => HttpResponse.json(file(key, held))),
      http.post(drafts('/drafts'), () => problem(409, 'file.already_checked_out', 'Already checked out')),
    )
    open()
    expect(await screen.findByText(/^Checked out by paula since .*14:03/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  it('checks in what was saved, and shows why it is refused', async () => {
    await answerWith(xml)
    const asked: unknown[] = []
    server.use(
      http.post(at(`/files/checkin/default${path}`), async ({ request }) => {
        asked.push(await request.json())
        if (asked.length > 1) return HttpResponse.json(file(key, { inWork: '01' }))
        const findings = [{ line: 2, code: 1008, message: 'The element is not allowed here' }]
        return HttpResponse.json(
          { title: 'The draft has errors', status: 422, code: 'checkin.invalid', findings },
          { status: 422 },
        )
      }),
    )
    const { user, place } = open()
    await type('New ')
    await user.click(screen.getByRole('button', { name: 'Check in' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Becomes 001-01')).toBeVisible()
    await user.type(dialog.getByLabelText(/^Comment/), 'Torque corrected')
    await opens(dialog.getByRole('button', { name: 'Check in' }))
    await user.click(dialog.getByRole('button', { name: 'Check in' }))
    await user.click(await dialog.findByRole('button', { name: 'Line 2: The element is not allowed here' }))
    await waitFor(async () => {
      const { state } = await theText()
      expect(state.doc.lineAt(state.selection.main.head).number).toBe(2)
    })
    await user.click(screen.getByRole('button', { name: 'Check in' }))
    const again = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Check in' })
    await opens(again)
    await user.click(again)
    await waitFor(() => expect(place()).toBe('/library/H160/MEL?dm=DMC-A_en-US'))
    const sha256 = await hashOf(xml.replace('Old', 'New Old'))
    expect(asked[0]).toMatchObject({ sha256, comment: 'Torque corrected', step: 'inWork' })
  })

  it('asks before a check-out is cancelled, and says that the draft is kept', async () => {
    await answerWith(xml)
    const cancelled = vi.fn(() => HttpResponse.json(file(key)))
    server.use(http.post(at(`/files/cancelCheckout/default${path}`), cancelled))
    const { user } = open()
    await theText()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Cancel check-out' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/kept for 30 days/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel check-out' }))
    await waitFor(() => expect(cancelled).toHaveBeenCalled())
  })
})

describe('an earlier draft', () => {
  const earlier = draftEntry(key, { id: 'earlier', state: 'setAside' })
  const isListed = (entries: unknown[]) =>
    http.get(at('/files/wip'), () => HttpResponse.json({ drafts: entries }))

  it('is offered while another one is edited, and opens after that is saved', async () => {
    await answerWith(xml)
    const before = await openedDraft(xml.replace('Old', 'Earlier'), { id: 'earlier' })
    const calls: string[] = []
    server.use(
      isListed([earlier]),
      http.post(at('/drafts/earlier/continue'), () => {
        calls.push(`continued after ${saves.length} saves`)
        server.use(
          isListed([]),
          http.post(drafts('/drafts'), () => HttpResponse.json(before)),
        )
        return HttpResponse.json(file(key, { checkedOutBy: 'arthur' }))
      }),
    )
    const { user } = open()
    expect(await screen.findByText('You have an earlier draft of this module')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Compare' })).toHaveAttribute('href', '#/checkout/earlier')
    await type('New ')
    await user.click(screen.getByRole('button', { name: 'Continue earlier draft' }))
    await waitFor(async () => expect((await theText()).state.doc.toString()).toContain('Earlier'))
    expect(calls).toEqual(['continued after 1 saves'])
    expect(screen.queryByText('You have an earlier draft of this module')).toBeNull()
  })

  it('can be left alone', async () => {
    await answerWith(xml)
    server.use(isListed([earlier, draftEntry('DMC-B_en-US', { state: 'setAside' })]))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Not now' }))
    expect(screen.queryByText('You have an earlier draft of this module')).toBeNull()
    expect((await theText()).state.doc.toString()).toContain('Old')
  })

  it('is offered before the file is checked out again', async () => {
    await answerWith(xml)
    let isHeld = false
    const draft = await openedDraft(xml.replace('Old', 'Earlier'), { id: 'earlier' })
    server.use(
      isListed([earlier]),
      http.post(drafts('/drafts'), () =>
        isHeld
          ? HttpResponse.json(draft)
          : problem(409, 'file.not_checked_out', 'This file is not checked out'),
      ),
      http.post(at('/drafts/earlier/continue'), () => {
        isHeld = true
        return HttpResponse.json(file(key, { checkedOutBy: 'arthur' }))
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Continue earlier draft' }))
    expect((await theText()).state.doc.toString()).toContain('Earlier')
  })
})
