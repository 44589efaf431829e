import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BlockCommand, BlockEdit } from '@/api/types'
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
  }
  const loadPage = vi.fn((xml: string) => Promise.resolve(draftPage(xml)))
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
