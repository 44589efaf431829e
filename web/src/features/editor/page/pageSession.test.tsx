import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BlockCommand, BlockEdit, DraftPage } from '@/api/types'
import { sanitise } from '@/lib/article/sanitise'
import { draftPage } from '@/testing/draftPage'
import { ContentModel } from '../model/contentModel'
import { PageSession } from './pageSession'

const split = (position: number): BlockEdit => ({
  command: 'split',
  element: 'para',
  depth: 0,
  nearest: true,
  from: position,
  to: position,
  text: '</para><para>',
  caret: position + '</para><para>'.length,
})

/** Paragraphs, as many as one wants. */
const paragraphs = new ContentModel({
  origin: 'schema',
  elements: [
    { name: 'd', states: [{ end: true, next: [[1, 0]] }], attributes: [] },
    { name: 'para', text: true, states: [{ end: true, next: [] }], attributes: [] },
  ],
  attributes: [],
  values: [],
})

async function openSession(text: string, readOnly = false) {
  const [host, buffer] = [document.createElement('div'), document.createElement('textarea')]
  buffer.className = 'visually-hidden'
  document.body.append(host, buffer)
  const source = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        EditorState.readOnly.of(readOnly),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) session.follow(update)
        }),
      ],
    }),
  })
  const ports = {
    onBusy: vi.fn(),
    onCommand: vi.fn(),
    onKept: vi.fn(),
    onPasted: vi.fn(),
    onProblem: vi.fn(),
    onState: vi.fn(),
    onWaiting: vi.fn(),
  }
  const loadPage = vi.fn((xml: string, _signal: AbortSignal) => Promise.resolve(draftPage(xml)))
  const loadEdits = vi.fn((_: string, position: number, _commands: BlockCommand[]) =>
    Promise.resolve([split(position)]),
  )
  const session: PageSession = new PageSession(host, {
    source,
    buffer,
    labelOf: (element) => element,
    nodesOf: ({ html }) => sanitise(html),
    loadPage,
    loadEdits,
    onCaret: vi.fn(),
    onPlace: vi.fn(),
    onChip: vi.fn(),
    onKey: vi.fn(() => false),
    onCutChip: vi.fn(),
    onInsert: vi.fn(),
    onRefused: vi.fn(),
    model: () => paragraphs,
    markFor: () => undefined,
    ...ports,
  })
  await vi.waitFor(() => expect(host.querySelector('[data-run]')).not.toBeNull())
  const runs = () => [...host.querySelectorAll<HTMLElement>('[data-run]')]
  return {
    session,
    source,
    host,
    buffer,
    runs,
    loadPage,
    loadEdits,
    text: () => source.state.sliceDoc(),
    ...ports,
  }
}

/** Types a sign where the cursor stands, as the browser does it. */
function typeOnPage(sign: string): void {
  const selection = document.getSelection()
  const range = selection?.getRangeAt(0)
  const run = document.activeElement
  if (!range || !run) throw new Error('no cursor')
  const { startContainer: node, startOffset } = range
  if (node instanceof Text) {
    node.insertData(startOffset, sign)
    selection?.collapse(node, startOffset + sign.length)
  } else {
    const made = new Text(sign)
    range.insertNode(made)
    selection?.collapse(made, sign.length)
  }
  run.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

afterEach(() => document.body.replaceChildren())

describe('a command on its way', () => {
  it('is followed by what was typed meanwhile, with further Enters', async () => {
    const { session, buffer, text, runs } = await openSession('<para>one</para>')
    const done = session.command('split', '<para>one'.length)
    buffer.value = 'a & b\nc'
    await done
    expect(text()).toBe('<para>one</para><para>a &amp; b</para><para>c</para>')
    await vi.waitFor(() => expect(document.activeElement).toBe(runs()[2]))
  })

  it('counts the words typed meanwhile as a part of the text', async () => {
    const { session, buffer, text, onWaiting } = await openSession('<para>one two</para>')
    const whole = () => session.whole().sliceDoc()
    const done = session.command('split', '<para>one'.length)
    expect(buffer).toHaveClass('ed-waiting')
    expect(whole()).toBe(text())
    buffer.value = 'a & b\nc'
    buffer.dispatchEvent(new InputEvent('input'))
    expect(onWaiting).toHaveBeenCalled()
    expect(whole()).toBe('<para>one a &amp; b c two</para>')
    expect(text()).toBe('<para>one two</para>')
    await done
    await vi.waitFor(() => expect(buffer).toHaveClass('visually-hidden'))
    expect(whole()).toBe('<para>one</para><para>a &amp; b</para><para>c two</para>')
    expect(text()).toBe(whole())
  })

  it('writes words that wait for a page before another command is made', async () => {
    const { session, buffer, text, loadPage } = await openSession('<para>one</para>')
    loadPage.mockImplementation((_, signal) => {
      return new Promise((_, stop) => signal.addEventListener('abort', () => stop(new Error('given up'))))
    })
    const first = session.command('split', '<para>one'.length)
    await vi.waitFor(() => expect(text()).toContain('</para><para>'))
    buffer.value = 'a\nb'
    // The request for the page is given up, as for new addresses of pictures: the command is over, the words wait.
    session.load()
    await first
    void session.command('split', '<para>on'.length)
    expect(text()).toBe('<para>one</para><para>a b</para>')
    expect(buffer.value).toBe('')
    await vi.waitFor(() => expect(text()).toBe('<para>on</para><para>e</para><para>a b</para>'))
  })

  it('goes on with an Enter that was pressed while another page was loaded', async () => {
    const { session, buffer, text, loadPage } = await openSession('<para>one</para>')
    const show: (() => void)[] = []
    const later = (xml: string) => {
      return new Promise<DraftPage>((done) => show.push(() => done(draftPage(xml))))
    }
    loadPage.mockImplementationOnce(later).mockImplementationOnce(later)
    void session.command('split', '<para>one'.length)
    await vi.waitFor(() => expect(show).toHaveLength(1))
    session.load()
    buffer.value = 'a\nb'
    await vi.waitFor(() => expect(show).toHaveLength(2))
    for (const each of show) each()
    await vi.waitFor(() => expect(text()).toBe('<para>one</para><para>a</para><para>b</para>'))
  })

  it('keeps the words apart that Enter could not part', async () => {
    const { session, buffer, text, loadEdits } = await openSession('<para>one two</para>')
    loadEdits.mockResolvedValueOnce([])
    const refused = session.command('split', '<para>one'.length)
    buffer.value = 'a\nb'
    await refused
    expect(text()).toBe('<para>one a b two</para>')
    loadEdits.mockRejectedValueOnce(new Error('no network'))
    const failed = session.command('split', '<para>one a b'.length)
    buffer.value = 'c\n'
    await failed
    expect(text()).toBe('<para>one a b c  two</para>')
  })

  it.each([
    ['<para>one</para>', 'a ', '<para>one</para><para>a b c</para>'],
    ['<para>one two</para>', 'a ', '<para>one</para><para>a b c two</para>'],
    ['<para>one two</para>', ' ', '<para>one</para><para> b c two</para>'],
    ['<para>one two</para>', '', '<para>one</para><para>b c two</para>'],
    ['<para>one</para>', ' ', '<para>one</para><para> b c</para>'],
  ])('keeps words and blanks in the order typed: %s, %j', async (before, meanwhile, after) => {
    const { session, buffer, text, runs, loadPage } = await openSession(before)
    const done = session.command('split', '<para>one'.length)
    buffer.value = meanwhile
    await done
    await vi.waitFor(() => expect(document.activeElement).toBe(runs()[1]))
    for (const sign of 'b c') typeOnPage(sign)
    expect(text()).toBe(after)
    // The page of the new text does not move the cursor either.
    const count = loadPage.mock.calls.length
    session.load()
    await vi.waitFor(() => expect(loadPage.mock.calls.length).toBeGreaterThan(count))
    await vi.waitFor(() => expect(session.view.caret()).toBe(text().indexOf('b c') + 'b c'.length))
  })

  it('loses no words when the page does not come', async () => {
    const { session, buffer, text, loadPage } = await openSession('<para>one &amp;&amp; two</para>')
    loadPage.mockRejectedValue(new Error('no network'))
    const done = session.command('split', '<para>one'.length)
    buffer.value = 'x'
    await done
    expect(text()).toBe('<para>one</para><para>x &amp;&amp; two</para>')
  })

  it('says which words a text that may not be edited did not get', async () => {
    const { session, buffer, text, onKept, onCommand } = await openSession('<para>one</para>', true)
    const done = session.command('split', '<para>one'.length)
    buffer.value = 'words'
    await done
    expect(text()).toBe('<para>one</para>')
    expect(onCommand).toHaveBeenCalledWith('split', false)
    expect(onKept).toHaveBeenCalledWith('words')
  })

  it('waits with the cursor for the page, although an input method is done before', async () => {
    const { session, buffer, text, loadPage, runs } = await openSession('<para>one</para>')
    const show: (() => void)[] = []
    loadPage.mockImplementation((xml) => new Promise((done) => show.push(() => done(draftPage(xml)))))
    void session.command('split', '<para>one'.length)
    buffer.dispatchEvent(new CompositionEvent('compositionstart'))
    await vi.waitFor(() => expect(show).toHaveLength(1))
    buffer.value = '你'
    buffer.dispatchEvent(new CompositionEvent('compositionend'))
    expect(document.activeElement).toBe(buffer)
    buffer.value = '你好'
    show[0]?.()
    await vi.waitFor(() => expect(text()).toBe('<para>one</para><para>你好</para>'))
    expect(document.activeElement).toBe(runs()[1])
  })

  it('leaves the words typed so far when the author leaves the page', async () => {
    const { session, buffer, text } = await openSession('<para>one</para>')
    void session.command('split', '<para>one'.length)
    buffer.value = ' more'
    session.stop()
    expect(text()).toBe('<para>one more</para>')
  })

  it('waits for the end of a word that an input method composes', async () => {
    const { session, buffer, text, runs } = await openSession('<para>one</para>')
    const done = session.command('split', '<para>one'.length)
    buffer.dispatchEvent(new CompositionEvent('compositionstart'))
    buffer.value = 'nihao'
    await done
    expect(text()).toBe('<para>one</para><para></para>')
    expect(document.activeElement).toBe(buffer)
    buffer.value = '你好'
    buffer.dispatchEvent(new CompositionEvent('compositionend'))
    expect(text()).toBe('<para>one</para><para>你好</para>')
    expect(document.activeElement).toBe(runs()[1])
  })

  it('acts on the nearest block, or on the one that the menu names', async () => {
    const { session, loadEdits, text, onCommand } = await openSession('<para>one</para>')
    const outer = { ...split(9), depth: 2, nearest: false, text: '!', caret: 10 }
    loadEdits.mockResolvedValue([outer])
    await session.command('moveUp', 9)
    expect(onCommand).toHaveBeenLastCalledWith('moveUp', false)
    expect(text()).toBe('<para>one</para>')
    await session.command('moveUp', 9, 2)
    expect(text()).toBe('<para>one!</para>')
  })

  it('says that another command is on its way, and takes what is typed', async () => {
    const { session, buffer, onBusy, loadEdits } = await openSession('<para>one</para>')
    const done = session.command('split', '<para>one'.length)
    buffer.blur()
    await session.command('insertAfter', '<para>o'.length, 0, 'note')
    expect(onBusy).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(buffer)
    await done
    expect(loadEdits).toHaveBeenCalledOnce()
  })

  it('writes a sign that was not meant as a command, with the cursor behind it', async () => {
    const { session, text, runs } = await openSession('<para></para><para>two</para>')
    session.type('<para>'.length, '/')
    expect(text()).toBe('<para>/</para><para>two</para>')
    expect(document.activeElement).toBe(runs()[0])
    expect(session.view.caret()).toBe('<para>/'.length)
  })

  it('is undone with the cursor where it was', async () => {
    const { session, source, loadEdits, runs } = await openSession('<para>one</para><para>two</para>')
    const whole = '<para>one</para><para>two</para>'
    const swapped = { from: 0, to: whole.length, text: '<para>two</para><para>one</para>', caret: 7 }
    loadEdits.mockResolvedValue([{ ...split(0), command: 'moveUp', ...swapped }])
    await session.command('moveUp', '<para>one</para><para>t'.length)
    expect(document.activeElement).toBe(runs()[0])
    undo(source)
    await session.load()
    await vi.waitFor(() => expect(runs().map(({ textContent }) => textContent)).toEqual(['one', 'two']))
    expect(document.activeElement).toBe(runs()[1])
  })
})

it('writes words that wait for a page before structure is pasted', async () => {
  const { session, buffer, text, loadPage, source } = await openSession('<d><para>one</para></d>')
  loadPage.mockImplementation(() => new Promise(() => undefined))
  const paste = (at: number) => {
    session.view.focusAt(at)
    const event = new InputEvent('beforeinput', { inputType: 'insertFromPaste', bubbles: true })
    const dataTransfer = { getData: (type: string) => (type === 'text/html' ? '<p>x</p><p>y</p>' : '') }
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
    document.activeElement?.dispatchEvent(event)
  }
  paste('<d><para>one'.length)
  expect(text()).toBe('<d><para>onex</para><para>y</para></d>')
  buffer.value = 'words'
  session.view.show(draftPage(text()), source.state.changes([]).desc)
  expect(text()).toBe('<d><para>onex</para><para>ywords</para></d>')
  session.view.show(draftPage(text()), source.state.changes([]).desc)
  paste('<d><para>one'.length)
  buffer.value = 'more'
  paste('<d><para>one'.length)
  expect(buffer.value).toBe('')
  expect(text()).toContain('<para>ymore')
})

it('pastes structure as one step of the history, and goes on behind it', async () => {
  const before = '<d><para>one</para></d>'
  const { session, source, runs, text, onPasted } = await openSession(before)
  const paste = (html: string) => {
    const event = new InputEvent('beforeinput', {
      inputType: 'insertFromPaste',
      bubbles: true,
      cancelable: true,
    })
    const data: Record<string, string> = { 'text/html': html, 'text/plain': 'words' }
    Object.defineProperty(event, 'dataTransfer', { value: { getData: (type: string) => data[type] ?? '' } })
    document.activeElement?.dispatchEvent(event)
  }
  session.view.focusAt('<d><para>one'.length)
  paste('<p>two</p><p>three</p>')
  expect(text()).toBe('<d><para>onetwo</para><para>three</para></d>')
  expect(onPasted).toHaveBeenLastCalledWith('done')
  await vi.waitFor(() => expect(document.activeElement).toBe(runs()[1]))
  expect(session.view.caret()).toBe('<d><para>onetwo</para><para>three'.length)
  undo(source)
  expect(text()).toBe(before)
  session.load()
  await vi.waitFor(() => expect(runs()).toHaveLength(1))
  session.view.focusAt('<d><para>one'.length)
  paste('<b>bold</b>')
  expect(onPasted).toHaveBeenLastCalledWith('plain')
  expect(text()).toBe('<d><para>onewords</para></d>')
  paste('one <img src="formula.png">')
  expect(onPasted).toHaveBeenLastCalledWith('pictures')
  paste('<p>two</p><p><svg></svg>three</p>')
  expect(onPasted).toHaveBeenLastCalledWith('pictures')
  expect(text()).toContain('<para>three</para>')
})
