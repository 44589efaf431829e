import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SideBySide } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { hashOf, openedDraft } from '@/testing/drafts'
import { stored } from '@/testing/keptTexts'
import { file } from '@/testing/library'
import { arthur, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { TranslationPage } from './TranslationPage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const key = 'DMC-A_zh-CN'
const path = `/H160/MEL/${key}.XML`
const xml = '<dmodule><para>Open it.</para><para>关闭。</para></dmodule>'
const text = (words: string) => ({ kind: 'text' as const, text: words, number: 0 })

let saves: string[] = []
let isHeld = true

async function page(): Promise<SideBySide> {
  const from = xml.indexOf('Open')
  const next = xml.indexOf('关')
  return {
    original: file('DMC-A_en-US', { title: 'Pump', versionId: '7' }),
    translation: file(key, { title: '泵', language: 'zh-CN', ...(isHeld && { checkedOutBy: 'arthur' }) }),
    state: 'outdated',
    sha256: await hashOf(xml),
    isDraft: isHeld,
    counts: { lines: 2, translated: 1, changed: 1 },
    rows: [
      {
        element: 'para',
        original: [text('Open it.')],
        translation: { from, to: from + 8, parts: [text('Open it.')] },
        codes: [],
        redline: [],
        translated: false,
      },
      {
        element: 'para',
        original: [text('Close it slowly.')],
        translation: { from: next, to: next + 3, parts: [text('关闭。')] },
        codes: [],
        change: 'changed',
        redline: [
          { kind: 'same', text: 'Close it' },
          { kind: 'inserted', text: ' slowly' },
          { kind: 'same', text: '.' },
        ],
        translated: true,
      },
    ],
  }
}

beforeEach(async () => {
  saves = []
  isHeld = true
  stored.clear()
  const draft = await openedDraft(xml)
  server.use(
    http.get(at(`/dm/translation/default${path}`), async () => HttpResponse.json(await page())),
    http.post(at(`/drafts/default${path}`), () => HttpResponse.json(draft)),
    http.put<never, { text: string }>(at(`/drafts/default${path}`), async ({ request }) => {
      const { text: sent } = await request.clone().json()
      saves.push(sent)
      return HttpResponse.json({
        sha256: await hashOf(sent),
        savedOn: '2026-03-04T14:03:07',
        size: sent.length,
      })
    }),
  )
})

const open = (me = arthur, query = '') =>
  renderPage(<TranslationPage />, me, `/translation?path=${encodeURIComponent(path)}${query}`)

describe('a translation', () => {
  it('is typed beside its original and saved with all other bytes as they were', async () => {
    const { user } = open()
    const line = await screen.findByRole('textbox', { name: 'Translation of: Open it.' })
    await user.clear(line)
    await user.type(line, '打开 & 等待')
    await user.tab()
    expect(await screen.findByText('Saved 14:03:07')).toBeVisible()
    expect(saves.at(-1)).toBe('<dmodule><para>打开 &amp; 等待</para><para>关闭。</para></dmodule>')
  })

  it('shows what changed in the original, and those lines alone on request', async () => {
    const { user } = open()
    const table = await screen.findByRole('table', { name: /^Lines of/ })
    const row = within(table).getByRole('row', { name: /Original changed/ })
    expect(within(row).getByText('slowly').tagName).toBe('INS')
    expect(screen.getByText(/Out of date/)).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Lines to show'), 'Original changed')
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2))
  })

  it('saves a mark that the line does not have as text', async () => {
    const { user } = open()
    const line = await screen.findByRole('textbox', { name: 'Translation of: Open it.' })
    await user.type(line, '⟦7⟧')
    expect(screen.getByText('⟦7⟧ is not a mark of this line. It is saved as text.')).toBeVisible()
    await user.tab()
    expect(await screen.findByText('Saved 14:03:07')).toBeVisible()
    expect(saves.at(-1)).toContain('<para>Open it.⟦7⟧</para>')
  })

  it('saves a line that was typed without its marks, and adds them at the end', async () => {
    const marked = xml.replace('Open it.', 'See <internalRef/>.')
    const withMark = await page()
    const from = marked.indexOf('See')
    const parts = [text('See '), { kind: 'alone' as const, text: '', number: 1 }, text('.')]
    const codes = [{ number: 1, start: '<internalRef/>', label: 'f1', required: true }]
    const first = {
      ...withMark.rows[0],
      element: 'para',
      original: parts,
      codes,
      redline: [],
      translated: false,
    }
    const draft = await openedDraft(marked)
    server.use(
      http.post(at(`/drafts/default${path}`), () => HttpResponse.json(draft)),
      http.get(at(`/dm/translation/default${path}`), async () =>
        HttpResponse.json({
          ...withMark,
          sha256: await hashOf(marked),
          rows: [{ ...first, translation: { from, to: from + 'See <internalRef/>.'.length, parts } }],
        }),
      ),
    )
    const { user } = open()
    const line = await screen.findByRole('textbox', { name: 'Translation of: See ⟦1⟧.' })
    await user.clear(line)
    await user.type(line, '参见')
    expect(screen.getByText('⟦1⟧ is missing. It is added at the end of the line.')).toBeVisible()
    await user.tab()
    expect(await screen.findByText('Saved 14:03:07')).toBeVisible()
    expect(saves.at(-1)).toContain('<para>参见<internalRef/></para>')
    expect(line).toHaveValue('参见⟦1⟧')
  })

  it('offers terms that arrive after the typing', async () => {
    let arrive: (answer: Response) => void = () => undefined
    const glossary = new Promise<Response>((resolve) => {
      arrive = resolve
    })
    server.use(http.get(at('/glossaryRepository'), () => glossary))
    const { user } = open()
    const line = await screen.findByRole('textbox', { name: 'Translation of: Open it.' })
    await user.clear(line)
    await user.type(line, '打开增压')
    const path = '/H160/MEL/DMC-G_zh-CN.XML'
    arrive(HttpResponse.json([{ id: '', term: '增压泵', definition: '', path }]))
    await user.click(await screen.findByRole('button', { name: '增压泵' }))
    expect(line).toHaveValue('打开增压泵')
  })

  it('completes the terms of the manual', async () => {
    const term = (word: string, language: string) => ({
      id: '',
      term: word,
      definition: `${word} (${language})`,
      path: `/H160/MEL/DMC-G_${language}.XML`,
    })
    server.use(
      http.get(at('/glossaryRepository'), () =>
        HttpResponse.json([term('增压器', 'en-US'), term('增压泵', 'zh-CN')]),
      ),
    )
    const { user } = open()
    const line = await screen.findByRole('textbox', { name: 'Translation of: Open it.' })
    await user.clear(line)
    await user.type(line, '打开增压')
    const offered = await screen.findByRole('group', { name: 'Terms that begin like this' })
    const names = within(offered).getAllByRole('button')
    expect(names.map(({ textContent }) => textContent)).toEqual(['增压泵', '增压器'])
    await user.click(within(offered).getByRole('button', { name: '增压泵' }))
    expect(line).toHaveValue('打开增压泵')
    expect(line).toHaveFocus()
    await user.tab()
    expect(await screen.findByText('Saved 14:03:07')).toBeVisible()
    expect(saves.at(-1)).toContain('<para>打开增压泵</para>')
  })

  it('keeps the chosen text of two when it cannot be saved at once, and shows its lines when it is', async () => {
    let current = xml.replace('关', '打')
    let answer = () => problem(409, 'draft.newer', 'Newer')
    let isCut = true
    const lines = async () => {
      const { rows, ...read } = await page()
      const now = rows.map((row) => {
        const { from = 0, to = 0 } = row.translation ?? {}
        return { ...row, translation: { from, to, parts: [text(current.slice(from, to))] } }
      })
      return { ...read, rows: now, sha256: await hashOf(current) }
    }
    const { user } = open()
    const line = await screen.findByRole('textbox', { name: 'Translation of: Open it.' })
    server.use(
      http.get(at(`/dm/translation/default${path}`), async () => HttpResponse.json(await lines())),
      http.post(at(`/drafts/default${path}`), async () => HttpResponse.json(await openedDraft(current))),
      http.put<never, { text: string }>(at(`/drafts/default${path}`), async ({ request }) => {
        if (isCut) return answer()
        current = (await request.clone().json()).text
        return HttpResponse.json({ sha256: await hashOf(current), savedOn: '2026-03-04T14:03:07', size: 9 })
      }),
    )
    // As long as the words before, so that the places of the lines are the same.
    const own = '打开等待一二三四'
    await user.clear(line)
    await user.paste(own)
    await user.tab()
    const choose = await screen.findByRole('button', { name: 'Use my text' })
    answer = () => problem(503, 'server.busy', 'Busy')
    await user.click(choose)
    expect(await screen.findByText('The server cannot be reached')).toBeVisible()
    isCut = false
    await user.keyboard('{Control>}s{/Control}')
    const read = await screen.findByRole('textbox', { name: 'Translation of: Open it.' })
    expect(read).toHaveValue(own)
    expect(current).toBe(xml.replace('Open it.', own))
  })

  it('is marked as translated for the version of the original that is shown', async () => {
    isHeld = false
    let confirmed: unknown
    server.use(
      http.post(at(`/dm/translation/default${path}`), async ({ request }) => {
        confirmed = await request.json()
        return HttpResponse.json('translated')
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Mark as translated' }))
    await waitFor(() => expect(confirmed).toEqual({ version: '7' }))
    expect(await screen.findByText('Marked as translated')).toBeVisible()
  })

  it('is not marked as translated before it is checked in', async () => {
    const { user } = open()
    await user.hover(await screen.findByRole('button', { name: 'Mark as translated' }))
    const reason = await screen.findByRole('tooltip')
    expect(reason).toHaveTextContent('The translation is checked out. Check it in first.')
  })

  it('lists what does not fit in an XLIFF file', async () => {
    server.use(
      http.post(at(`/dm/upload4Translation/default${path}`), () =>
        HttpResponse.json({
          fits: false,
          units: 1,
          changed: 0,
          sha256: '',
          allProblems: 1,
          problems: [{ code: 'unitMissing', unit: 'u2', message: 'Unit u2 is missing' }],
        }),
      ),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Upload XLIFF' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload XLIFF' }))
    const input = screen.getByRole('dialog').querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input')
    await user.upload(input, new File(['<xliff/>'], 'a.xlf'))
    expect(await dialog.findByText('Unit u2 is missing')).toBeVisible()
    expect(dialog.getByText('The file was rejected. Nothing was changed.')).toBeVisible()
  })

  it('takes the lines of an XLIFF file that fit, and names the others', async () => {
    server.use(
      http.post(at(`/dm/upload4Translation/default${path}`), () =>
        HttpResponse.json({
          fits: false,
          units: 3,
          changed: 2,
          sha256: 'x',
          allProblems: 1,
          problems: [{ code: 'sourceChanged', unit: 'u2', line: 7, message: 'The original has changed' }],
        }),
      ),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Upload XLIFF' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload XLIFF' }))
    const input = screen.getByRole('dialog').querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input')
    await user.upload(input, new File(['<xliff/>'], 'a.xlf'))
    expect(await dialog.findByText('Line 7: The original has changed')).toBeVisible()
    const title = '2 lines imported. These lines do not fit and were not changed:'
    expect(dialog.getByText(title)).toBeVisible()
    const buttons = dialog.getAllByRole('button', { name: 'Close' })
    const last = buttons.at(-1)
    if (last) await user.click(last)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('loads the draft again that an earlier file of the same dialog changed', async () => {
    const reports = [
      { changed: 1, allProblems: 9 },
      { changed: 0, allProblems: 1 },
    ]
    server.use(
      http.post(at(`/dm/upload4Translation/default${path}`), () =>
        HttpResponse.json({
          ...reports.shift(),
          fits: false,
          units: 3,
          sha256: 'x',
          problems: [{ code: 'sourceChanged', unit: 'u2', line: 7, message: 'The original has changed' }],
        }),
      ),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Upload XLIFF' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload XLIFF' }))
    const input = screen.getByRole('dialog').querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input')
    await user.upload(input, new File(['<xliff/>'], 'a.xlf'))
    expect(await dialog.findByText('8 more problems are not listed.')).toBeVisible()
    await user.upload(input, new File(['<xliff/>'], 'b.xlf'))
    expect(await dialog.findByText('The file was rejected. Nothing was changed.')).toBeVisible()
    expect(dialog.queryByText(/not listed/)).not.toBeInTheDocument()
    // Nothing is left to cancel: closing the dialog loads the draft.
    expect(dialog.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  })

  it('is read by those who may not edit', async () => {
    isHeld = false
    open(rita)
    expect(await screen.findByText('Close it slowly.')).toBeVisible()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Mark as translated' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Check out and translate' })).not.toBeInTheDocument()
  })

  it('is checked out first', async () => {
    isHeld = false
    server.use(
      http.post(at(`/files/checkout/default${path}`), () => {
        isHeld = true
        return HttpResponse.json(file(key, { checkedOutBy: 'arthur' }))
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Check out and translate' }))
    expect(await screen.findByRole('textbox', { name: 'Translation of: Open it.' })).toBeVisible()
  })
})
