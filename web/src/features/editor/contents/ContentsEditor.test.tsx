import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EntryChange, OutlineEntry } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { hashOf, openedDraft } from '@/testing/drafts'
import { file, version } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { EditorPage } from '../EditorPage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const key = 'PMC-A_en-US'
const path = `/H160/MEL/${key}.XML`
const xml = '<pm><content><!-- kept --></content></pm>'

const entries: OutlineEntry[] = [
  { kind: 'section', title: 'Fuel', isMissing: false },
  { kind: 'module', title: 'Pump', key: 'DMC-PUMP', parent: 0, isMissing: false },
  { kind: 'module', title: 'Valve', key: 'DMC-VALVE', parent: 0, isMissing: true },
  { kind: 'section', title: 'Rotor', isMissing: false },
]

let changes: EntryChange[] = []
let saves: string[] = []
/** The entries after the next change. */
let after: OutlineEntry[] = entries
/** The answers about entries wait for it. */
let gate: Promise<void> = Promise.resolve()

/** Holds the answers about entries back until the result is called. */
function holdAnswers(): () => void {
  let answer: () => void = () => undefined
  gate = new Promise((resolve) => {
    answer = resolve
  })
  return () => answer()
}

beforeEach(async () => {
  changes = []
  saves = []
  after = entries
  gate = Promise.resolve()
  const draft = await openedDraft(xml)
  server.use(
    http.get(at(`/files/default${path}`), () =>
      HttpResponse.json(file(key, { kind: 'pm', checkedOutBy: 'arthur', title: 'Manual' })),
    ),
    http.get(at(`/files/getVersions/default${path}`), () => HttpResponse.json([version(key)])),
    http.post(at(`/drafts/default${path}`), () => HttpResponse.json(draft)),
    http.post(at(`/drafts/check/default${path}`), () => HttpResponse.json({ problems: [] })),
    http.put<never, { text: string }>(at(`/drafts/default${path}`), async ({ request }) => {
      const { text } = await request.json()
      saves.push(text)
      const sha256 = await hashOf(text)
      return HttpResponse.json({ sha256, savedOn: '2026-03-04T14:03:07', size: text.length })
    }),
    http.post<never, { text: string; change?: EntryChange }>(
      at(`/toc/edits/default${path}`),
      async ({ request }) => {
        const { change } = await request.json()
        if (change) changes.push(change)
        await gate
        if (!change) return HttpResponse.json({ edits: [], entries })
        const edits = [{ from: xml.indexOf('</content>'), to: xml.indexOf('</content>'), text: '<x/>' }]
        return HttpResponse.json({ edits, entries: after })
      },
    ),
  )
})

async function open() {
  const page = renderPage(<EditorPage />, arthur, `/editor?path=${encodeURIComponent(path)}`)
  const tree = within(await screen.findByRole('tree', { name: 'Contents of Manual' }))
  const row = (name: RegExp) => tree.getByRole('treeitem', { name })
  return { ...page, tree, row }
}

describe('the contents of a publication', () => {
  it('lists sections and entries with their levels, and what is missing', async () => {
    const { tree, row } = await open()
    const levels = tree.getAllByRole('treeitem').map((item) => item.getAttribute('aria-level'))
    expect(levels).toEqual(['1', '2', '2', '1'])
    expect(row(/Valve/)).toHaveTextContent('Module missing')
    expect(screen.queryByRole('button', { name: 'Page' })).toBeNull()
  })

  it('moves an entry by keyboard, changes only the range of the text, and follows it with the focus', async () => {
    after = [entries[0], entries[2], entries[1], entries[3]].flatMap((entry) => (entry ? [entry] : []))
    const { user, row } = await open()
    await user.click(row(/Pump/))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(changes).toEqual([{ kind: 'move', entry: 1, place: { parent: 0, index: 2 } }]))
    expect(await screen.findByText('Pump moved.')).toBeVisible()
    await waitFor(() => expect(row(/Pump/)).toHaveFocus())
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saves).toEqual([xml.replace('</content>', '<x/></content>')]))
  })

  it('changes nothing after undo until the entries of the new text are read', async () => {
    const { user, row } = await open()
    await user.click(row(/Pump/))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await screen.findByText('Pump moved.')
    const answer = holdAnswers()
    await user.keyboard('{Control>}z{/Control}{Delete}{F2}')
    expect(screen.getByText(/The contents are being updated/)).toBeVisible()
    expect(changes).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled', 'true')
    answer()
    await waitFor(() => expect(screen.getByRole('tree')).toHaveAttribute('aria-busy', 'false'))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(changes.at(-1)).toMatchObject({ kind: 'remove' }))
  })

  it('says that a change was not made because the text was changed meanwhile', async () => {
    const { user, row } = await open()
    await user.click(row(/Pump/))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await screen.findByText('Pump moved.')
    const answerChange = holdAnswers()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(changes).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    answerChange()
    expect(await screen.findByText(/The text was changed meanwhile/)).toBeVisible()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saves.at(-1)).toBe(xml))
  })

  it('puts the focus on a button when the last entry is gone, from where it is undone', async () => {
    after = []
    const { user, row } = await open()
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(row(/Rotor/))
    await user.keyboard('{Delete}')
    expect(await screen.findByText('No entries')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add section' })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('treeitem', { name: /Rotor/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Redo' })).not.toHaveAttribute('aria-disabled')
  })

  it('says when an entry cannot be moved further', async () => {
    const { user, row } = await open()
    await user.click(row(/Fuel/))
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(await screen.findByText('The entry cannot be moved there')).toBeVisible()
    expect(changes).toEqual([])
  })

  it('moves an entry by drag', async () => {
    const { row } = await open()
    fireEvent.dragStart(row(/Pump/))
    fireEvent.dragOver(row(/Rotor/), { clientY: 0 })
    fireEvent.drop(row(/Rotor/))
    await waitFor(() => expect(changes).toEqual([{ kind: 'move', entry: 1, place: { index: 1 } }]))
  })

  it('adds, renames and removes sections', async () => {
    const { user, row } = await open()
    await user.click(screen.getByRole('button', { name: 'Add section' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add section' }))
    await user.type(dialog.getByRole('textbox', { name: /Title/ }), 'Tank{Enter}')
    await waitFor(() => expect(changes.at(-1)).toMatchObject({ kind: 'addSection', title: 'Tank' }))
    await user.click(row(/Rotor/))
    await user.keyboard('{F2}')
    const rename = within(await screen.findByRole('dialog', { name: 'Rename section' }))
    const title = rename.getByRole('textbox', { name: /Title/ })
    await user.clear(title)
    await user.type(title, 'Rotors{Enter}')
    await waitFor(() => expect(changes.at(-1)).toEqual({ kind: 'rename', entry: 3, title: 'Rotors' }))
    await user.click(row(/Fuel/))
    await user.keyboard('{Delete}')
    const sure = within(await screen.findByRole('dialog', { name: 'Remove section?' }))
    await user.click(sure.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(changes.at(-1)).toEqual({ kind: 'remove', entry: 0 }))
  })

  it('adds a module behind the chosen one', async () => {
    const found = file('DMC-NEW_en-US', { title: 'New module' })
    server.use(
      http.get(at('/dm/getAllDmListWithPage'), () =>
        HttpResponse.json({ items: [found], total: 1, pageNumber: 1, pageSize: 12 }),
      ),
    )
    const { user, row } = await open()
    await user.click(row(/Pump/))
    await user.click(screen.getByRole('button', { name: 'Add module' }))
    await user.click(await screen.findByRole('radio', { name: /New module/ }))
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(changes).toEqual([{ kind: 'addFile', place: { parent: 0, index: 1 }, path: found.path }]),
    )
  })

  it('closes sections and walks through the rows', async () => {
    const { user, tree, row } = await open()
    await user.click(row(/Fuel/))
    await user.keyboard('{ArrowLeft}')
    expect(row(/Fuel/)).toHaveAttribute('aria-expanded', 'false')
    expect(tree.queryByRole('treeitem', { name: /Pump/ })).toBeNull()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(row(/Rotor/)).toHaveFocus())
  })

  it('says why the contents cannot be read', async () => {
    server.use(
      http.post(at(`/toc/edits/default${path}`), () => problem(422, 'draft.refused', 'The text is refused')),
    )
    renderPage(<EditorPage />, arthur, `/editor?path=${encodeURIComponent(path)}`)
    expect(await screen.findByText('The contents cannot be read')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add section' })).toHaveAttribute('aria-disabled', 'true')
  })
})
