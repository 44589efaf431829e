import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { ContentModel } from '../../model/contentModel'
import { pasteChange } from './pasteChange'
import { readHtml } from './readHtml'

/** Elements that hold others in any order and number; a star stands for text. */
const contents: Record<string, string> = {
  description: 'para note table',
  note: 'notePara',
  notePara: '*',
  para: '* emphasis randomList sequentialList',
  emphasis: '*',
  randomList: 'listItem',
  sequentialList: 'listItem',
  listItem: 'para',
  table: 'title tgroup',
  title: '*',
  tgroup: 'colspec thead tbody',
  colspec: '',
  thead: 'row',
  tbody: 'row',
  row: 'entry',
  entry: '* para',
}
const attributeNames = ['cols', 'colname', 'namest', 'nameend', 'morerows', 'emphasisType']
const attributesOf: Record<string, number[]> = {
  tgroup: [0],
  colspec: [1],
  entry: [2, 3, 4],
  emphasis: [5],
}
const elementNames = Object.keys(contents)

const model = new ContentModel({
  origin: 'schema',
  elements: elementNames.map((name) => {
    const inside = (contents[name] ?? '').split(' ')
    const next = inside.filter((child) => elementNames.includes(child))
    return {
      name,
      text: inside.includes('*'),
      states: [{ end: true, next: next.map((child) => [elementNames.indexOf(child), 0]) }],
      attributes: attributesOf[name] ?? [],
    }
  }),
  attributes: attributeNames.map((name) => ({ name, required: name === 'cols' })),
  values: [],
})

/** Pastes HTML at the sign `|` of a text, or for what stands between two of them; the cursor is shown by the sign again. */
function paste(marked: string, element: string, html: string) {
  const [from, to] = [marked.indexOf('|'), marked.lastIndexOf('|')]
  const isRange = from < to
  const doc = marked.replaceAll('|', '')
  const state = EditorState.create({ doc })
  const place = { doc: state.doc, from, to: isRange ? to - 1 : from, element }
  const change = pasteChange(readHtml(html) ?? [], place, model)
  if (!change) return undefined
  const changed = state.update({ changes: change.changes }).newDoc.toString()
  const text = `${changed.slice(0, change.caret)}|${changed.slice(change.caret)}`
  const { isPartly, isStructure, hasReplaced } = change
  return { text, isPartly, isStructure, hasReplaced }
}

const list = '<p>First</p><ul><li>a &amp; b</li><li>c<ol><li>d</li></ol></li></ul>'
const item = (text: string) => `<listItem><para>${text}</para></listItem>`
const nested = `${item('a &amp; b')}${item(`c<sequentialList>${item('d|')}</sequentialList>`)}`

describe('pasted structure', () => {
  it('follows the paragraph of the cursor, whose end gets the first words', () => {
    const pasted = paste('<description>\n<para>One |x|</para>\n<para>Two</para></description>', 'para', list)
    expect(pasted?.text).toBe(
      '<description>\n<para>One First</para>\n' +
        `<para><randomList>${nested}</randomList></para>\n<para>Two</para></description>`,
    )
    expect(pasted).toMatchObject({ isPartly: false, isStructure: true })
    const inside = paste('<description><para>On|e</para></description>', 'para', list)
    expect(inside?.text).toBe(
      `<description><para>One</para><para>First<randomList>${nested}</randomList></para></description>`,
    )
  })

  it('takes the place of an empty paragraph', () => {
    const pasted = paste('<description><para>|</para></description>', 'para', list)
    expect(pasted?.text).toBe(
      `<description><para>First<randomList>${nested}</randomList></para></description>`,
    )
  })

  it('is a table with its spans and header where tables are allowed', () => {
    const html =
      '<table><tr><th>A</th><th>B</th></tr><tr><td rowspan=2>c</td><td>d</td></tr><tr><td>e</td></tr>' +
      '<tr><td colspan=2>f</td></tr></table>'
    const cell = (text: string, attributes = '') => `<entry${attributes}><para>${text}</para></entry>`
    const expected =
      '<table><tgroup cols="2"><colspec colname="c1"/><colspec colname="c2"/>' +
      `<thead><row>${cell('A')}${cell('B')}</row></thead><tbody>` +
      `<row>${cell('c', ' morerows="1"')}${cell('d')}</row><row>${cell('e')}</row>` +
      `<row>${cell('f|', ' namest="c1" nameend="c2"')}</row></tbody></tgroup></table>`
    expect(paste('<description><para>x|</para></description>', 'para', html)?.text).toBe(
      `<description><para>x</para>${expected}</description>`,
    )
  })

  it('becomes paragraphs where the schema does not allow it', () => {
    const table = '<p>First</p><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>'
    const cell = paste('<entry><para>x|</para></entry>', 'para', table)
    expect(cell?.text).toBe('<entry><para>xFirst</para><para>a b</para><para>c d|</para></entry>')
    expect(cell?.isPartly).toBe(true)
    const note = paste('<note><notePara>|</notePara></note>', 'notePara', list)
    expect(note?.text).toBe(
      '<note><notePara>First</notePara><notePara>a &amp; b</notePara><notePara>c</notePara><notePara>d|</notePara></note>',
    )
  })

  it('fills the cells from that of the cursor on, and adds rows', () => {
    const cell = (text: string) => `<entry><para>${text}</para></entry>`
    const group = (rows: string) =>
      `<tgroup cols="2"><tbody>\n<row>${cell('a')}${cell('b')}</row>${rows}</tbody></tgroup>`
    const html = '<table><tr><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></table>'
    const empty = '<entry valign="top"/>'
    const before = group(`\n<row>${cell('c')}${cell('d|')}</row>\n<row>${cell('e')}${empty}</row>`)
    expect(paste(before, 'para', html)?.text).toBe(
      group(
        `\n<row>${cell('c')}${cell('1|')}</row>\n<row>${cell('e')}<entry valign="top"><para>2</para></entry></row>` +
          `\n<row>${cell('')}${cell('3')}</row>`,
      ),
    )
    expect(paste(before, 'para', html)?.hasReplaced).toBe(true)
    const free = before.replace(cell('d|'), cell('|'))
    expect(paste(free, 'para', html)?.hasReplaced).toBe(false)
    const wide = html.replaceAll('</tr>', '<td>x</td></tr>')
    expect(paste(before, 'para', wide)?.isPartly).toBe(true)
    const marked = before.replace(cell('e'), '<entry><para id="p">e</para></entry>')
    expect(paste(marked, 'para', html)?.text).toContain('<para id="p">e</para>')
    const spanned = before.replace('<entry valign', '<entry morerows="0" valign')
    expect(paste(spanned, 'para', html)?.isPartly).toBe(true)
  })

  it('goes on from the header into the body', () => {
    const cell = (text: string) => `<entry><para>${text}</para></entry>`
    const row = (one: string, other: string) => `<row>${cell(one)}${cell(other)}</row>`
    const table = (head: string, body: string) =>
      `<tgroup cols="2"><thead>${head}</thead><tbody>${body}</tbody></tgroup>`
    const html = '<table><tr><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></table>'
    const before = table(row('H|', 'I'), row('a', 'b'))
    expect(paste(before, 'para', html)?.text).toBe(table(row('1|', 'I'), `${row('2', 'b')}${row('3', '')}`))
    const gaps = paste(before.replace('cols="2"', 'cols="3"'), 'para', html)
    expect(gaps?.isPartly).toBe(true)
  })

  it('keeps a table whose cells hold tables', () => {
    const inner = '<table><tr><td>b</td><td>c</td></tr></table>'
    const html = `<table><tr><td>a</td><td>${inner}</td></tr><tr><td>d</td><td>e</td></tr></table>`
    const pasted = paste('<description><para>|</para></description>', 'para', html)
    expect(pasted?.text).toContain('<row><entry><para>a</para></entry><entry><para>b c</para></entry></row>')
    expect(pasted?.isPartly).toBe(true)
  })

  it('takes the place of selected words with their tags, and leaves no tag alone', () => {
    const two = '<p>x</p><p>y</p>'
    const inside = paste('<description><para>a |<emphasis>b|</emphasis> c</para></description>', 'para', two)
    expect(inside?.text).toBe('<description><para>a  c</para><para>x</para><para>y|</para></description>')
    const atEnd = paste('<description><para>a |<emphasis>b|</emphasis></para></description>', 'para', two)
    expect(atEnd?.text).toBe('<description><para>a x</para><para>y|</para></description>')
    const cut = '<description><para>a <emphasis>b|c</emphasis> d|e</para></description>'
    expect(paste(cut, 'para', two)).toBeUndefined()
    const part = '<description><para>a <emphasis>b|c|d</emphasis> e</para></description>'
    expect(paste(part, 'para', two)?.text).toContain('<para>a <emphasis>bd</emphasis> e</para><para>x</para>')
  })

  it('makes no further cells of the words of a cell', () => {
    expect(paste('<row><entry>a|</entry></row>', 'entry', '<p>x</p><p>y</p>')).toBeUndefined()
  })

  it('keeps a paragraph that holds a space of its text', () => {
    const pasted = paste('<description><para>\u00a0|</para></description>', 'para', '<p>x</p><p>y</p>')
    expect(pasted?.text).toBe('<description><para>\u00a0x</para><para>y|</para></description>')
  })

  it('is refused where nothing may follow, without a model, and outside of the text', () => {
    expect(paste('<title>x|</title>', 'title', list)).toBeUndefined()
    const doc = EditorState.create({ doc: '<description><para></para></description>' }).doc
    const blocks = readHtml(list) ?? []
    expect(pasteChange(blocks, { doc, from: 19, to: 19, element: 'para' }, undefined)).toBeUndefined()
    expect(pasteChange(blocks, { doc, from: 0, to: 0, element: 'para' }, model)).toBeUndefined()
  })

  it('keeps the attributes of an empty paragraph', () => {
    const pasted = paste('<description><para id="p1">|</para></description>', 'para', '<p>a</p><p>b</p>')
    expect(pasted?.text).toBe('<description><para id="p1">a</para><para>b|</para></description>')
  })
})

describe('pasted words', () => {
  it('have the formats that the schema has', () => {
    const html = '<b>two</b> <sub>three</sub> <i>four</i>'
    const pasted = paste('<description><para>one |, five</para></description>', 'para', html)
    expect(pasted?.text).toBe(
      '<description><para>one <emphasis>two</emphasis> three ' +
        '<emphasis emphasisType="em02">four</emphasis>|, five</para></description>',
    )
    expect(pasted?.isStructure).toBe(false)
    expect(paste('<note><notePara>x|</notePara></note>', 'notePara', html)).toBeUndefined()
  })
})
