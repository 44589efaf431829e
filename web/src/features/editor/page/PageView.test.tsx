import { history, isolateHistory, undo } from '@codemirror/commands'
import { ChangeSet, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sanitise } from '@/lib/article/sanitise'
import { draftPage } from '@/testing/draftPage'
import { ContentModel } from '../model/contentModel'
import { markFor } from './formats'
import { PageView } from './PageView'

function openPage(text: string, model?: ContentModel) {
  const host = document.createElement('div')
  document.body.append(host)
  const ports = {
    onSplit: vi.fn(),
    onJoin: vi.fn(),
    onBlockKey: vi.fn(),
    onInsert: vi.fn(),
    onRefused: vi.fn(),
    onPasted: vi.fn(),
    pasteHtml: vi.fn(() => false),
    onCaret: vi.fn(),
    onPlace: vi.fn(),
    onChip: vi.fn(),
    onKey: vi.fn(() => false),
    onCutChip: vi.fn(),
    onShown: vi.fn(),
  }
  const source = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) view.follow(update)
        }),
      ],
    }),
  })
  const view: PageView = new PageView(host, {
    source,
    labelOf: (element) => element,
    nodesOf: ({ html }) => sanitise(html),
    markFor: (format, selected) => markFor(format, model, source.state.doc, selected),
    ...ports,
  })
  const show = () => view.show(draftPage(source.state.sliceDoc()), ChangeSet.empty(source.state.doc.length))
  show()
  const run = (index: number) => {
    const found = [...host.querySelectorAll<HTMLElement>('[data-run]')][index]
    if (!found) throw new Error('no such run')
    return found
  }
  const type = (index: number, change: (host: HTMLElement) => void) => {
    change(run(index))
    run(index).dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  return { host, view, source, show, run, type, text: () => source.state.sliceDoc(), ...ports }
}

/** A paragraph with emphasis, and emphasis with text alone. */
const onlyBold = new ContentModel({
  origin: 'schema',
  elements: [
    { name: 'step', states: [{ end: true, next: [[1, 0]] }], attributes: [] },
    { name: 'para', text: true, states: [{ end: true, next: [[2, 0]] }], attributes: [] },
    { name: 'emphasis', text: true, states: [{ end: true, next: [] }], attributes: [] },
  ],
  attributes: [],
  values: [],
})

afterEach(() => document.body.replaceChildren())

describe('the page', () => {
  it('writes what is typed into the text, and undo takes it back in both', () => {
    const { type, text, run, source } = openPage('<d>\n<para>a &amp; b</para>\n</d>')
    type(0, (host) => host.append(' < c'))
    expect(text()).toBe('<d>\n<para>a &amp; b &lt; c</para>\n</d>')
    undo(source)
    expect(text()).toBe('<d>\n<para>a &amp; b</para>\n</d>')
    expect(run(0).textContent).toBe('a & b')
  })

  it.each([
    ['<row><entry/></row>', '/>', '><para>', '</para></entry>', '<row><entry><para>ab</para></entry></row>'],
    ['<row><entry></entry></row>', '', '<para>', '</para>', '<row><entry><para>ab</para></entry></row>'],
    ['<d><para/></d>', '/>', '>', '</para>', '<d><para>ab</para></d>'],
  ])('writes the first words of %s with the tags they need', (before, replaced, open, close, after) => {
    const { view, source, text, run, host, onPlace } = openPage(before)
    const end = before.indexOf(replaced === '' ? '</entry>' : '/>')
    const html = '<table><tbody><tr><td><span class="s1d-run" data-run="0"></span></td></tr></tbody></table>'
    const rest = { truncated: false, references: [], figures: [], reasons: [] }
    const runs = [{ from: end, to: end + replaced.length, element: 'entry', open, close }]
    const page = { html, runs, ...rest }
    view.show(page, ChangeSet.empty(source.state.doc.length))
    expect(run(0)).toHaveAttribute('contenteditable', 'true')
    expect(run(0)).toHaveTextContent('')
    const write = (words: string) => {
      run(0).append(words)
      run(0).dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    run(0).focus()
    view.focusAt(end)
    document.dispatchEvent(new Event('selectionchange'))
    expect(onPlace).toHaveBeenLastCalledWith(end, 'entry')
    write('a')
    write('b')
    expect(text()).toBe(after)
    // The next page has a paragraph in the cell, and the cursor stays in its words.
    view.focusAt(after.indexOf('ab') + 2)
    const from = after.indexOf('ab')
    const filled = html.replace('<span', '<p class="s1d-para"><span').replace('</span>', 'ab</span></p>')
    const next = { ...page, html: filled, runs: [{ from, to: from + 2, element: 'para' }] }
    view.show(next, ChangeSet.empty(source.state.doc.length))
    expect(host.querySelector('td > p > [data-run]')).toHaveTextContent('ab')
    expect(document.activeElement).toBe(run(0))
    undo(source)
    expect(text()).not.toContain('ab')
  })

  it('does not write into an empty element that has changed in the source', () => {
    const { view, source, text, run } = openPage('<row><entry/></row>')
    const html = '<table><tbody><tr><td><span class="s1d-run" data-run="0"></span></td></tr></tbody></table>'
    const runs = [{ from: 11, to: 13, element: 'entry', open: '><para>', close: '</para></entry>' }]
    const page = { html, runs, truncated: false, references: [], figures: [], reasons: [] }
    view.show(page, ChangeSet.empty(source.state.doc.length))
    source.dispatch({ changes: { from: 11, insert: ' id="a"' } })
    expect(run(0)).toHaveAttribute('contenteditable', 'false')
    run(0).append('a')
    run(0).dispatchEvent(new InputEvent('input', { bubbles: true }))
    expect(text()).toBe('<row><entry id="a"/></row>')
  })

  it('shows changes of the source in the runs they touch', () => {
    const { source, run, host } = openPage('<para>one</para><para>two</para>')
    const untouched = run(0).firstChild
    source.dispatch({ changes: { from: source.state.sliceDoc().indexOf('two'), insert: 'number ' } })
    expect(run(1).textContent).toBe('number two')
    expect(run(0).firstChild).toBe(untouched)
    expect(host.querySelectorAll('[contenteditable="true"]')).toHaveLength(2)
  })

  it('keeps the nodes of a run when the next page comes, and numbers it anew', () => {
    const { source, run, show, host } = openPage('<para>one</para><para>two</para>')
    const kept = run(1)
    source.dispatch({ changes: { from: 0, insert: '<para>zero</para>' } })
    show()
    expect(host.textContent).toBe('1zero2one3two')
    expect(run(2)).toBe(kept)
  })

  it('maps a page that was made of an earlier text', () => {
    const { view, source, type, text, run } = openPage('<para>one</para><para>two</para>')
    const page = draftPage(text())
    const before = source.state.doc
    type(0, (host) => host.append(' more'))
    const since = ChangeSet.of({ from: text().indexOf(' more'), insert: ' more' }, before.length)
    view.show(page, since)
    expect(run(0).textContent).toBe('one more')
    type(1, (host) => host.append('!'))
    expect(text()).toBe('<para>one more</para><para>two!</para>')
  })

  it('shows no page while an input method composes', () => {
    const { host, run, source, show, text, type } = openPage('<para>one</para>')
    run(0).dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    type(0, (host) => host.append('ni'))
    expect(text()).toBe('<para>one</para>')
    source.dispatch({ changes: { from: source.state.doc.length, insert: '<para>two</para>' } })
    show()
    expect(host.querySelectorAll('[data-run]')).toHaveLength(1)
    run(0).lastChild?.replaceWith('你')
    run(0).dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    expect(text()).toBe('<para>one你</para><para>two</para>')
    expect(host.textContent).toBe('1one你2two')
  })

  it('leaves chips as they came', () => {
    const { type, text, run } = openPage('<para>See <dmRef/> now</para>')
    expect(run(0).querySelector('.ed-chip')?.textContent).toBe('Pump')
    type(0, (host) => host.prepend('Please. '))
    expect(text()).toBe('<para>Please. See <dmRef/> now</para>')
  })

  it('marks the selected text and removes the mark again', () => {
    const { run, text } = openPage('<para>one two</para>')
    const format = () =>
      run(0).dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'formatBold', bubbles: true, cancelable: true }),
      )
    const [word] = run(0).childNodes
    if (!word) throw new Error('no text')
    document.getSelection()?.setBaseAndExtent(word, 4, word, 7)
    format()
    expect(text()).toBe('<para>one <emphasis>two</emphasis></para>')
    format()
    expect(text()).toBe('<para>one two</para>')
  })

  it('marks a change, and takes any mark of a change away', () => {
    const { run, text, view } = openPage('<para>one two</para>')
    const select = (from: number, to: number) => {
      const [word] = run(0).childNodes
      if (!word) throw new Error('no text')
      document.getSelection()?.setBaseAndExtent(word, from, word, to)
    }
    select(4, 7)
    view.format('markChange')
    expect(text()).toBe(
      '<para>one <changeInline changeMark="1" changeType="modify">two</changeInline></para>',
    )
    view.format('markChange')
    expect(text()).toBe('<para>one two</para>')
    const other = openPage('<para><changeInline changeType="add">new</changeInline></para>')
    const [mark] = other.run(0).childNodes
    if (!mark) throw new Error('no mark')
    document.getSelection()?.selectAllChildren(mark)
    other.view.format('markChange')
    expect(other.text()).toBe('<para>new</para>')
  })

  it('gives a format only where the schema allows it', () => {
    const { run, text, view, onRefused } = openPage('<step><para>one two</para></step>', onlyBold)
    const [word] = run(0).childNodes
    if (!word) throw new Error('no text')
    document.getSelection()?.setBaseAndExtent(word, 4, word, 7)
    view.format('formatSubscript')
    expect(onRefused).toHaveBeenCalledOnce()
    expect(text()).toBe('<step><para>one two</para></step>')
    view.format('formatBold')
    expect(text()).toBe('<step><para>one <emphasis>two</emphasis></para></step>')
    view.format('formatItalic')
    expect(onRefused).toHaveBeenCalledTimes(2)
    view.format('formatBold')
    expect(text()).toBe('<step><para>one two</para></step>')
  })

  it('gives no format that may not hold what is selected, or has another name in the schema', () => {
    const model = new ContentModel({
      origin: 'schema',
      elements: [
        { name: 'step', states: [{ end: true, next: [[1, 0]] }], attributes: [] },
        {
          name: 'para',
          text: true,
          states: [{ end: true, next: [2, 3, 4].map((child) => [child, 0]) }],
          attributes: [],
        },
        { name: 'subScript', text: true, states: [{ end: true, next: [] }], attributes: [] },
        { name: 'dmRef', states: [{ end: true, next: [] }], attributes: [] },
        { name: 'emphasis', text: true, states: [{ end: true, next: [[2, 0]] }], attributes: [0] },
      ],
      attributes: [{ name: 'emphasisType', values: 0, closed: true }],
      values: [['em01', 'em02']],
    })
    const before = '<step><para>See <dmRef/> now</para></step>'
    const { run, text, view, onRefused } = openPage(before, model)
    document.getSelection()?.selectAllChildren(run(0))
    view.format('formatSubscript')
    expect(onRefused).toHaveBeenCalledOnce()
    const last = run(0).lastChild
    if (!last) throw new Error('no text')
    document.getSelection()?.setBaseAndExtent(last, 4, last, 1)
    view.format('formatUnderline')
    expect(onRefused).toHaveBeenCalledTimes(2)
    expect(text()).toBe(before)
    view.format('formatItalic')
    expect(text()).toBe(before.replace('now', '<emphasis emphasisType="em02">now</emphasis>'))
    view.format('formatSubscript')
    expect(text()).toContain('<emphasis emphasisType="em02"><subScript>now</subScript></emphasis>')
  })

  it('has keys for the block, and for something new', () => {
    const { run, view, onBlockKey, onInsert } = openPage('<para>one</para><para></para>')
    const press = (init: KeyboardEventInit) =>
      run(0).dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    const slash = (index: number) => {
      view.focusAt('<para>one</para><para>'.length * index + 6 * (1 - index))
      const init = { inputType: 'insertText', data: '/', bubbles: true, cancelable: true }
      return run(index).dispatchEvent(new InputEvent('beforeinput', init))
    }
    view.focusAt('<para>o'.length)
    for (const [init, command] of [
      [{ key: ']', ctrlKey: true }, 'indent'],
      [{ key: '[', ctrlKey: true }, 'outdent'],
      [{ key: 'ArrowUp', altKey: true }, 'moveUp'],
      [{ key: 'ArrowDown', altKey: true, shiftKey: true }, 'duplicate'],
      [{ key: 'Enter', ctrlKey: true }, 'addAfter'],
      [{ key: 'Enter', ctrlKey: true, shiftKey: true }, 'addBefore'],
      [{ key: 'Backspace', ctrlKey: true, shiftKey: true }, 'delete'],
      [{ key: 'ArrowUp', ctrlKey: true, altKey: true, shiftKey: true }, 'addRowAbove'],
      [{ key: 'ArrowDown', ctrlKey: true, altKey: true, shiftKey: true }, 'addRowBelow'],
      [{ key: 'ArrowLeft', ctrlKey: true, altKey: true, shiftKey: true }, 'addColumnLeft'],
      [{ key: 'ArrowRight', ctrlKey: true, altKey: true, shiftKey: true }, 'addColumnRight'],
    ] as const) {
      expect(press(init)).toBe(false)
      expect(onBlockKey).toHaveBeenLastCalledWith(command, '<para>o'.length)
    }
    // Screen readers move from cell to cell with these.
    expect(press({ key: 'ArrowUp', ctrlKey: true, altKey: true })).toBe(true)
    for (const key of [',', '<', '.', '>'])
      expect(press({ key, ctrlKey: true, shiftKey: key > ';' })).toBe(false)
    press({ key: '/', ctrlKey: true })
    expect(onInsert).toHaveBeenCalledTimes(1)
    expect(slash(0)).toBe(true)
    expect(slash(1)).toBe(false)
    expect(onInsert).toHaveBeenCalledTimes(2)
    expect(onInsert).toHaveBeenLastCalledWith('/')
    view.lock(true)
    press({ key: ']', ctrlKey: true })
    expect(onBlockKey).toHaveBeenCalledTimes(11)
  })

  it('tells each place of the cursor, and its run when that is another one', () => {
    const text = '<para>one <emphasis>two</emphasis></para>'
    const { view, onCaret, onPlace } = openPage(text)
    const moveTo = (words: string) => {
      view.focusAt(text.indexOf(words) + 1)
      document.dispatchEvent(new Event('selectionchange'))
    }
    moveTo('one')
    moveTo('two')
    expect(onCaret).toHaveBeenCalledWith(text.indexOf('one') + 1)
    expect(onCaret).toHaveBeenLastCalledWith(text.indexOf('two') + 1)
    expect(onPlace).toHaveBeenCalledOnce()
  })

  it('asks for a split at the cursor and for a join at the beginning', () => {
    const { view, run, onSplit, onJoin } = openPage('<para>one</para><para>two</para>')
    const input = (inputType: string) =>
      run(1).dispatchEvent(new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true }))
    view.focusAt('<para>one</para><para>t'.length)
    input('insertParagraph')
    expect(onSplit).toHaveBeenCalledWith('<para>one</para><para>t'.length)
    expect(input('deleteContentBackward')).toBe(true)
    view.focusAt('<para>one</para><para>'.length)
    expect(input('deleteContentBackward')).toBe(false)
    expect(onJoin).toHaveBeenCalledWith('<para>one</para><para>'.length)
  })

  it('puts the cursor behind undo where the text has changed, not where an earlier edit was', () => {
    const { view, source, type, run } = openPage('<para>one</para><para>two</para>')
    type(0, (host) => host.append(' more'))
    source.dispatch({ annotations: isolateHistory.of('full') })
    view.focusAt('<para>one more</para><para>two'.length)
    type(1, (host) => host.append(' too'))
    undo(source)
    expect(run(1).textContent).toBe('two')
    expect(document.activeElement).toBe(run(1))
  })

  it('locks runs whose element a change has moved or deleted, until a page shows them', () => {
    const { source, text, show, host, run, type } = openPage(
      '<para>one</para><para>two</para><para>three</para>',
    )
    const locked = () =>
      [...host.querySelectorAll('[data-run]')].map((each) => each.getAttribute('aria-readonly') === 'true')
    const to = text().indexOf('<para>three')
    source.dispatch({ changes: { from: 0, to, insert: '<para>two</para><para>one</para>' } })
    expect(locked()).toEqual([true, true, false])
    type(0, (host) => host.append('!'))
    expect(text()).toBe('<para>two</para><para>one</para><para>three</para>')
    expect(run(0).textContent).toBe('one')
    show()
    expect(locked()).toEqual([false, false, false])
    type(0, (host) => host.append('!'))
    expect(text()).toBe('<para>two!</para><para>one</para><para>three</para>')
    source.dispatch({ changes: { from: 0, to: '<para>two!</para>'.length } })
    expect(locked()).toEqual([true, false, false])
  })

  it('locks runs of an earlier page whose element has gone since', () => {
    const { view, source, text, host } = openPage('<para>one</para><para>two</para>')
    const page = draftPage(text())
    const changes = source.state.changes({ from: 0, to: '<para>one</para>'.length })
    source.dispatch({ changes })
    view.show(page, changes)
    expect(host.querySelectorAll('[contenteditable="true"]')).toHaveLength(1)
  })

  it('takes no element for a part of the text that no page has shown as one', () => {
    const { source, host, show } = openPage('<para>See <dmRef/> now</para>')
    const isLocked = () => host.querySelector('[data-run]')?.getAttribute('aria-readonly') === 'true'
    const remove = source.state.changes({ from: '<para>See '.length, to: '<para>See <dmRef/>'.length })
    source.dispatch({ changes: remove })
    undo(source)
    expect(isLocked()).toBe(false)
    source.dispatch({ changes: { from: '<para>See '.length, insert: '<randomList>a</randomList>' } })
    expect(isLocked()).toBe(true)
    show()
    expect(isLocked()).toBe(false)
  })

  it('opens the form of an element in the text, by a click and by a key beside it', () => {
    const { run, view, source, onChip } = openPage('<para>See <dmRef/> now</para>')
    const at = '<para>See '.length
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    run(0).querySelector('[data-part]')?.dispatchEvent(click)
    expect(onChip).toHaveBeenLastCalledWith({ name: 'dmRef', from: at })
    expect(click.defaultPrevented).toBe(true)
    source.dispatch({ changes: { from: '<para>'.length, insert: 'Please: ' } })
    const openAt = (position: number) => {
      onChip.mockClear()
      view.focusAt(position)
      run(0).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', altKey: true, bubbles: true }))
      return onChip.mock.calls
    }
    const moved = [[{ name: 'dmRef', from: at + 8 }]]
    expect(openAt(at + 8)).toEqual(moved)
    expect(openAt(at + 8 + '<dmRef/>'.length)).toEqual(moved)
    expect(openAt(at)).toEqual([])
    view.lock(true)
    run(0).querySelector('[data-part]')?.dispatchEvent(click)
    expect(onChip).not.toHaveBeenCalled()
  })

  it('refuses to cut a reference', () => {
    const { run, onCutChip } = openPage('<para>See <dmRef/> now</para>')
    const cut = () =>
      run(0).dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'deleteByCut', bubbles: true, cancelable: true }),
      )
    const [word] = run(0).childNodes
    if (!word) throw new Error('no text')
    document.getSelection()?.setBaseAndExtent(word, 0, word, 2)
    expect(cut()).toBe(true)
    expect(onCutChip).not.toHaveBeenCalled()
    document.getSelection()?.selectAllChildren(run(0))
    expect(cut()).toBe(false)
    expect(onCutChip).toHaveBeenCalled()
  })

  it('pastes words as they are, and asks for structure with what is selected', () => {
    const { run, text, pasteHtml, onPasted } = openPage('<para>one two</para>')
    const paste = (data: Record<string, string>) => {
      const event = new InputEvent('beforeinput', {
        inputType: 'insertFromPaste',
        bubbles: true,
        cancelable: true,
      })
      Object.defineProperty(event, 'dataTransfer', {
        value: { getData: (type: string) => data[type] ?? '' },
      })
      run(0).dispatchEvent(event)
    }
    const [word] = run(0).childNodes
    if (!word) throw new Error('no text')
    document.getSelection()?.setBaseAndExtent(word, 4, word, 7)
    paste({ 'text/plain': 'a & b' })
    expect(pasteHtml).not.toHaveBeenCalled()
    expect(text()).toBe('<para>one a &amp; b</para>')
    paste({ 'text/plain': 'x', 'text/html': '<p>x</p>' })
    const at = '<para>one a &amp; b'.length
    expect(pasteHtml).toHaveBeenCalledWith('<p>x</p>', { from: at, to: at }, 'para')
    expect(text()).toBe('<para>one a &amp; bx</para>')
    pasteHtml.mockReturnValueOnce(true)
    paste({ 'text/plain': 'y', 'text/html': '<p>y</p><p>z</p>' })
    paste({ 'text/plain': 'z'.repeat(300_000) })
    expect(onPasted).toHaveBeenCalledWith('tooLong')
    expect(text()).toBe('<para>one a &amp; bx</para>')
    paste({ 'text/html': '<p>q</p>' })
    expect(text()).toBe('<para>one a &amp; bxq</para>')
  })

  it('replaces what is selected when Enter splits', () => {
    const { run, onSplit, text } = openPage('<para>one two</para>')
    const [word] = run(0).childNodes
    if (!word) throw new Error('no text')
    document.getSelection()?.setBaseAndExtent(word, 3, word, 7)
    run(0).dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'insertParagraph', bubbles: true, cancelable: true }),
    )
    expect(text()).toBe('<para>one</para>')
    expect(onSplit).toHaveBeenCalledWith('<para>one'.length)
  })

  it('shows chips by what they are, wherever they stand by now', () => {
    const { type, source, run } = openPage('<para>See <dmRef/> or <![CDATA[a < b]]></para>')
    const chips = () => [...run(0).querySelectorAll('.ed-chip')].map(({ textContent }) => textContent)
    expect(chips()).toEqual(['Pump', 'a < b'])
    type(0, (host) => host.prepend('Please. '))
    source.dispatch({ changes: { from: '<para>'.length, insert: 'Now. ' } })
    expect(chips()).toEqual(['Pump', 'a < b'])
  })

  it('shows what the server makes of a chip while the cursor is in its run', () => {
    const { view, source, run, text, type } = openPage('<para>See <dmRef/></para>')
    view.focusAt('<para>See'.length)
    type(0, (host) => host.prepend('Please. '))
    const page = draftPage(text())
    view.show({ ...page, html: page.html.replace('Pump', 'Valve') }, ChangeSet.empty(source.state.doc.length))
    expect(run(0).querySelector('.ed-chip')?.textContent).toBe('Valve')
    expect(document.activeElement).toBe(run(0))
  })

  it('can be locked', () => {
    const { host, view } = openPage('<para>one</para>')
    view.lock(true)
    expect(host.querySelectorAll('[contenteditable="true"]')).toHaveLength(0)
    expect(host.querySelector('[data-run]')).toHaveAttribute('aria-readonly', 'true')
  })
})
