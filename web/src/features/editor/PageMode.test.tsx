import { undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { hashOf, openedDraft } from '@/testing/drafts'
import { file, version } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { media } from '@/testing/workspace'
import { EditorPage } from './EditorPage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`
const xml = '<dmodule>\r\n<para>Old</para>\r\n</dmodule>'
let saves: string[] = []

const drafts = (call: string) => at(`${call}/default${path}`)

const atMedia = at('/media/default/H160/MULTIMEDIA')
const illustration = media('ICN-B.SVG')

const refusal = {
  title: 'Refused',
  status: 422,
  code: 'draft.refused',
  findings: [{ line: 2, message: 'A tag is not closed' }],
}

/** The page of a text with one paragraph, as the server makes it. */
function pageOf(text: string) {
  const [tag = ''] = /<para[^>]*>/.exec(text) ?? []
  const from = text.indexOf(tag) + tag.length
  const run = { from, to: text.indexOf('</para>'), element: 'para' }
  const html = `<article class="s1d-module"><p class="s1d-para" id="p1"><span class="s1d-run" data-run="0">${text.slice(run.from, run.to)}</span></p></article>`
  return { html, truncated: false, references: [], figures: [], reasons: [], runs: [run] }
}

beforeEach(async () => {
  saves = []
  const draft = await openedDraft(xml)
  server.use(
    http.get(at(`/files/default${path}`), () => HttpResponse.json(file(key, { checkedOutBy: 'arthur' }))),
    http.get(at(`/files/getVersions/default${path}`), () => HttpResponse.json([version(key)])),
    http.get(at('/users/downloadToken'), () => HttpResponse.json({ token: 'token' })),
    http.post(drafts('/drafts'), () => HttpResponse.json(draft)),
    http.post(drafts('/drafts/check'), () => HttpResponse.json({ problems: [] })),
    http.post(drafts('/drafts/edits'), () => HttpResponse.json({ edits: [] })),
    http.post<never, { text: string }>(drafts('/drafts/page'), async ({ request }) => {
      const { text } = await request.json()
      return text.includes('<broken')
        ? HttpResponse.json(refusal, { status: 422 })
        : HttpResponse.json(pageOf(text))
    }),
    http.put<never, { text: string }>(drafts('/drafts'), async ({ request }) => {
      const { text } = await request.json()
      saves.push(text)
      return HttpResponse.json({
        sha256: await hashOf(text),
        savedOn: '2026-03-04T14:03:07',
        size: text.length,
      })
    }),
  )
})

// The choice of the view outlives a page.
afterEach(() => screen.queryByRole('button', { name: 'Source' })?.click())

async function open() {
  const opened = renderPage(<EditorPage />, arthur, `/editor?path=${encodeURIComponent(path)}`)
  await opened.user.click(await screen.findByRole('button', { name: 'Page' }))
  const paragraph = await screen.findByRole('textbox', { name: 'Paragraph' })
  return { ...opened, paragraph }
}

/** Chooses a command of the menu that is open, as soon as its edits are those of the place. */
async function choose(user: UserEvent, name: string) {
  const command = { name }
  await waitFor(() =>
    expect(screen.getByRole('menuitem', command)).not.toHaveAttribute('aria-disabled', 'true'),
  )
  await user.click(screen.getByRole('menuitem', command))
}

function theText(): EditorView {
  const content = document.querySelector<HTMLElement>('.cm-content')
  const view = content && EditorView.findFromDOM(content)
  if (!view) throw new Error('There is no editor')
  return view
}

describe('the page view', () => {
  it('saves what is typed on the page, and nothing else of the text has changed', async () => {
    const { user, paragraph } = await open()
    expect(paragraph).toHaveTextContent('Old')
    paragraph.append(' & new')
    paragraph.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('Saved 14:03:07')).toBeVisible()
    expect(saves).toEqual(['<dmodule>\r\n<para>Old &amp; new</para>\r\n</dmodule>'])
    await user.click(screen.getByRole('button', { name: 'Source' }))
    expect(theText().state.sliceDoc()).toContain('Old &amp; new')
  })

  it('begins in the paragraph that the editor was opened for, in the source and on the page', async () => {
    const { user } = renderPage(<EditorPage />, arthur, `/editor?path=${encodeURIComponent(path)}&at=p1`)
    const from = '<dmodule>\n<para>'.length
    await waitFor(() => expect(theText().state.selection.main.head).toBe(from))
    await user.click(await screen.findByRole('button', { name: 'Page' }))
    const paragraph = await screen.findByRole('textbox', { name: 'Paragraph' })
    await waitFor(() => expect(paragraph).toHaveFocus())
  })

  it('leads to find and replace in the source', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await choose(user, 'Find and replace (Ctrl+F)')
    await waitFor(() => expect(document.querySelector('.cm-search')).not.toBeNull())
  })

  it('keeps the last page of a text that is not well-formed, and leads to the line', async () => {
    const { user, paragraph } = await open()
    theText().dispatch({ changes: { from: 0, insert: '<broken' } })
    expect(await screen.findByText('The page shows the last well-formed text')).toBeVisible()
    expect(screen.getByText('A tag is not closed')).toBeVisible()
    await waitFor(() => expect(paragraph).toHaveAttribute('aria-readonly', 'true'))
    await user.click(screen.getByRole('button', { name: 'Go to line 2' }))
    const { state } = theText()
    await waitFor(() => expect(state.doc.lineAt(theText().state.selection.main.head).number).toBe(2))
  })

  it('makes an edit of a block that the server offers', async () => {
    const at = '<dmodule>\n<para>Old'.length
    const edit = {
      command: 'duplicate',
      element: 'para',
      depth: 0,
      nearest: true,
      from: at + 7,
      to: at + 7,
      text: '<para>x</para>',
      caret: at,
    }
    server.use(http.post(drafts('/drafts/edits'), () => HttpResponse.json({ edits: [edit] })))
    const { user, paragraph } = await open()
    document.getSelection()?.collapse(paragraph.firstChild, 1)
    paragraph.focus()
    document.dispatchEvent(new Event('selectionchange'))
    await user.click(await screen.findByRole('button', { name: 'Block: Paragraph' }))
    await choose(user, 'Duplicate')
    expect(await screen.findByText('Duplicated.')).toBeVisible()
    expect(theText().state.sliceDoc()).toBe('<dmodule>\n<para>Old</para><para>x</para>\n</dmodule>')
  })

  it('makes a command on a table from its menu and from the insert menu, and says so', async () => {
    const at = '<dmodule>\n<para>Old'.length
    const edit = { command: 'addRowBelow', element: 'entry', depth: 0, nearest: true, caret: at }
    const change = { from: at + 7, to: at + 7, text: '<row/>' }
    const asked: { position: number; commands?: string[] }[] = []
    server.use(
      http.post<never, (typeof asked)[number]>(drafts('/drafts/edits'), async ({ request }) => {
        asked.push(await request.json())
        return HttpResponse.json({ edits: [{ ...edit, ...change }] })
      }),
    )
    const { user, paragraph } = await open()
    document.getSelection()?.collapse(paragraph.firstChild, 1)
    paragraph.focus()
    document.dispatchEvent(new Event('selectionchange'))
    document.getSelection()?.collapse(paragraph.firstChild, 3)
    document.dispatchEvent(new Event('selectionchange'))
    await user.click(await screen.findByRole('button', { name: 'Table' }))
    await choose(user, 'Add row below')
    expect(await screen.findByText('Row added.')).toBeVisible()
    // The cursor has moved within its block since the menu was filled.
    expect(asked.find(({ commands }) => commands?.includes('addRowBelow'))?.position).toBe(at)
    expect(theText().state.sliceDoc()).toBe('<dmodule>\n<para>Old</para><row/>\n</dmodule>')
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    await user.click(await screen.findByRole('option', { name: 'Add row below Table' }))
    await waitFor(() => expect(theText().state.sliceDoc()).toContain('<row/><row/>'))
    expect(screen.queryByRole('option', { name: 'Add row below Table' })).not.toBeInTheDocument()
  })

  it('inserts a figure with the image that is chosen, as one step of the history', async () => {
    const at = '<dmodule>\n<para>Old</para>'.length
    const figure = '<figure><title></title><graphic infoEntityIdent=""/></figure>'
    const caret = at + '<figure><title>'.length
    const edit = { command: 'insertAfter', element: 'para', depth: 0, nearest: true, inserted: 'figure' }
    const picked: unknown[] = []
    server.use(
      http.post(drafts('/drafts/edits'), () =>
        HttpResponse.json({ edits: [{ ...edit, from: at, to: at, text: figure, caret }] }),
      ),
      http.get(atMedia, () =>
        HttpResponse.json({ items: [illustration], total: 1, pageNumber: 1, pageSize: 20 }),
      ),
      http.post<never, { text: string; position: number; change: unknown }>(
        drafts('/drafts/graphics'),
        async ({ request }) => {
          const { text, position, change } = await request.json()
          picked.push({ place: text.slice(position - 7, position), change })
          const from = text.indexOf('Ident="') + 7
          const declared = { from: 0, to: 0, text: '<!DOCTYPE dmodule>\n' }
          return HttpResponse.json({ edits: [declared, { from, to: from, text: 'ICN-B' }], graphics: [] })
        },
      ),
    )
    const { user, paragraph } = await open()
    document.getSelection()?.collapse(paragraph.firstChild, 1)
    paragraph.focus()
    document.dispatchEvent(new Event('selectionchange'))
    await user.click(await screen.findByRole('button', { name: 'Insert' }))
    await user.click(await screen.findByRole('option', { name: /^Figure/ }))
    const before = theText().state.sliceDoc()
    await user.click(await screen.findByRole('button', { name: /ICN-B\.SVG/ }))
    const after = `<!DOCTYPE dmodule>\n<dmodule>\n<para>Old</para>${figure.replace('""', '"ICN-B"')}\n</dmodule>`
    await waitFor(() => expect(theText().state.sliceDoc()).toBe(after))
    expect(picked).toEqual([{ place: '<title>', change: { number: 0, media: illustration.path } }])
    undo(theText())
    expect(theText().state.sliceDoc()).toBe(before)
  })

  it('saves words that are typed while Enter is on its way', async () => {
    let answer: (edits: unknown[]) => void = () => undefined
    const edits = new Promise<unknown[]>((resolve) => {
      answer = resolve
    })
    server.use(
      http.post<never, { commands?: string[] }>(drafts('/drafts/edits'), async ({ request }) => {
        const { commands } = await request.json()
        return HttpResponse.json({ edits: commands?.includes('split') ? await edits : [] })
      }),
    )
    const { user, paragraph } = await open()
    paragraph.focus()
    document.getSelection()?.collapse(paragraph.firstChild, 3)
    const enter = { inputType: 'insertParagraph', bubbles: true, cancelable: true }
    paragraph.dispatchEvent(new InputEvent('beforeinput', enter))
    const waiting = screen.getByRole('textbox', { name: 'Text typed while the page is updated' })
    await waitFor(() => expect(waiting).toHaveFocus())
    await user.keyboard('and{Enter}more{Control>}s{/Control}')
    await waitFor(() => expect(saves).toContain('<dmodule>\r\n<para>Old and more</para>\r\n</dmodule>'))
    expect(theText().state.sliceDoc()).toBe('<dmodule>\n<para>Old</para>\n</dmodule>')
    answer([])
    await waitFor(() => expect(theText().state.sliceDoc()).toContain('<para>Old and more</para>'))
  })

  it('completes a term of the manual while it is typed, with Tab', async () => {
    const term = { id: 't1', term: 'Older valve', definition: 'A valve that is old', path: '' }
    server.use(http.get(at('/glossaryRepository'), () => HttpResponse.json([term])))
    const { user, paragraph } = await open()
    const type = (words: string) => {
      const node = paragraph.firstChild
      if (!(node instanceof Text)) throw new Error('no text')
      node.data = words
      paragraph.focus()
      document.getSelection()?.collapse(node, words.length)
      paragraph.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    await waitFor(() => {
      type('Old')
      type('Olde')
      expect(screen.getByRole('option', { name: /^Older valve/ })).toBeVisible()
    })
    await user.keyboard('{Tab}')
    expect(theText().state.sliceDoc()).toBe('<dmodule>\n<para>Older valve</para>\n</dmodule>')
    expect(screen.queryByRole('option', { name: /^Older valve/ })).toBeNull()
    document.dispatchEvent(new Event('selectionchange'))
    expect(await screen.findByText('Older valve: A valve that is old')).toBeVisible()
  })

  it('makes a command where the block is, although the text has changed since the cursor was there', async () => {
    const asked: { text: string; position: number }[] = []
    const edit = { command: 'delete', element: 'para', depth: 0, nearest: true, text: '', caret: 0 }
    server.use(
      http.post<never, { text: string; position: number }>(drafts('/drafts/edits'), async ({ request }) => {
        const { text, position } = await request.json()
        asked.push({ text, position })
        const from = Math.max(0, text.indexOf('<note>'))
        return HttpResponse.json({ edits: [{ ...edit, from, to: text.indexOf('<para>') }] })
      }),
    )
    const { user, paragraph } = await open()
    document.getSelection()?.collapse(paragraph.firstChild, 1)
    paragraph.focus()
    document.dispatchEvent(new Event('selectionchange'))
    await screen.findByRole('button', { name: 'Block: Paragraph' })
    paragraph.blur()
    theText().dispatch({ changes: { from: '<dmodule>\n'.length, insert: '<note>applies to less</note>' } })
    await user.click(screen.getByRole('button', { name: 'Block: Paragraph' }))
    await choose(user, 'Delete')
    expect(await screen.findByText('Deleted.')).toBeVisible()
    const { text, position } = asked.at(-1) ?? { text: '', position: 0 }
    expect(text.slice(0, position)).toMatch(/<para>O?$/)
    expect(text).toContain('<note>')
  })

  it('sets the applicability of a block, and says so', async () => {
    const text =
      '<dmodule><referencedApplicGroup><applic id="a1"><displayText><simplePara>MSN 1</simplePara></displayText></applic></referencedApplicGroup><para>Old</para></dmodule>'
    const draft = await openedDraft(text)
    const model = {
      origin: 'schema',
      elements: [{ name: 'para', text: true, states: [{ end: true, next: [] }], attributes: [0] }],
      attributes: [{ name: 'applicRefId', kind: 'reference' }],
      values: [],
    }
    server.use(
      http.post(drafts('/drafts'), () => HttpResponse.json(draft)),
      http.get(drafts('/editor/contentModel'), () => HttpResponse.json(model)),
    )
    const { user, paragraph } = await open()
    document.getSelection()?.collapse(paragraph.firstChild, 1)
    paragraph.focus()
    document.dispatchEvent(new Event('selectionchange'))
    // Properties show the paragraph as soon as the cursor rests.
    await screen.findByLabelText('applicRefId')
    await user.click(screen.getByRole('button', { name: 'Applicability' }))
    expect(await screen.findByRole('menuitemradio', { name: 'No statement of its own' })).toBeChecked()
    await user.click(screen.getByRole('menuitemradio', { name: 'MSN 1' }))
    expect(theText().state.sliceDoc()).toContain('<para applicRefId="a1">Old</para>')
    expect(await screen.findByText('Applicability changed.')).toBeVisible()
  })
})
