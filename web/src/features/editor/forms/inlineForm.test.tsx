import { history, undo } from '@codemirror/commands'
import { EditorState, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { ContentModel } from '../model/contentModel'
import { InlineDialog } from './InlineDialog'
import { changesOf, partsOf } from './inlineForm'

startServer(arthur)
connectApp()

const text =
  '<para>Torque <quantity id="q1"><quantityGroup><quantityValue quantityUnitOfMeasure="N.m">5 &lt; 6</quantityValue></quantityGroup></quantity>.</para>'
const from = text.indexOf('<quantity ')
const model = new ContentModel({
  origin: 'schema',
  elements: [
    { name: 'para', text: true, states: [{ end: true, next: [[1, 0]] }], attributes: [] },
    { name: 'quantity', states: [{ end: true, next: [[2, 0]] }], attributes: [0] },
    { name: 'quantityGroup', states: [{ end: true, next: [[3, 0]] }], attributes: [] },
    { name: 'quantityValue', text: true, states: [{ end: true, next: [] }], attributes: [1, 2] },
  ],
  attributes: [
    { name: 'id', kind: 'id' },
    { name: 'quantityUnitOfMeasure', values: 0, closed: true },
    { name: 'changeType' },
  ],
  values: [['N.m', 'mm']],
})

describe('an element in a line of text', () => {
  it('has a text in the parts that hold no others', () => {
    const parts = partsOf(Text.of([text]), from, model)
    expect(parts.map(({ element, text: words }) => [element.name, words])).toEqual([
      ['quantity', undefined],
      ['quantityGroup', undefined],
      ['quantityValue', '5 < 6'],
    ])
    expect(partsOf(Text.of([text]), from + 1, model)).toEqual([])
    const comment = Text.of(['<acronym><acronymTerm><!-- c -->A</acronymTerm></acronym>'])
    expect(partsOf(comment, 0, model).map((part) => part.text)).toEqual([undefined, undefined])
    // A field of one line cannot show its line breaks.
    const lines = Text.of(['<verbatimText>a', 'b</verbatimText>'])
    expect(partsOf(lines, 0, model).map((part) => part.text)).toEqual([undefined])
  })

  it('is changed in what was edited alone', () => {
    const doc = Text.of([text])
    const parts = partsOf(doc, from, model)
    const attributes = new Map([
      ['quantityUnitOfMeasure', 'mm'],
      ['changeType', undefined],
    ])
    const changes = changesOf(doc, parts, new Map([[2, { text: '7 & 8', attributes }]]))
    const { state } = EditorState.create({ doc }).update({ changes })
    expect(state.sliceDoc()).toBe(text.replace('N.m', 'mm').replace('5 &lt; 6', '7 &amp; 8'))
    expect(changesOf(doc, parts, new Map([[2, { text: '5 < 6', attributes: new Map() }]]))).toEqual([])
  })

  it('has a small form, which is one step of the history', async () => {
    const view = new EditorView({ state: EditorState.create({ doc: text, extensions: [history()] }) })
    const target = { path: '/H160/MEL/A.XML', view: () => view, doc: view.state.doc, position: from }
    const onClose = vi.fn()
    const dialog = (
      <InlineDialog target={target} element={from} isNew={false} model={model} onClose={onClose} />
    )
    const { user } = renderPage(dialog, arthur)
    expect(await screen.findByRole('dialog', { name: 'Quantity' })).toBeVisible()
    await user.clear(screen.getByLabelText('Text'))
    await user.type(screen.getByLabelText('Text'), '7')
    await user.selectOptions(screen.getByLabelText('quantityUnitOfMeasure'), 'mm')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(view.state.sliceDoc()).toBe(text.replace('N.m', 'mm').replace('5 &lt; 6', '7'))
    expect(onClose).toHaveBeenCalled()
    undo(view)
    expect(view.state.sliceDoc()).toBe(text)
  })

  it('takes a new element away again when its form is cancelled', async () => {
    const view = new EditorView({
      state: EditorState.create({ doc: '<para></para>', extensions: [history()] }),
    })
    const insert = '<quantity></quantity>'
    view.dispatch({ changes: { from: 6, insert }, userEvent: 'input.block' })
    const behind = 6 + insert.length
    view.dispatch({ changes: { from: behind, insert: 'typed meanwhile' }, userEvent: 'input.type' })
    const target = { path: '/H160/MEL/A.XML', view: () => view, doc: view.state.doc, position: 6 }
    const dialog = <InlineDialog target={target} element={6} isNew model={model} onClose={() => undefined} />
    const { user } = renderPage(dialog, arthur)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(view.state.sliceDoc()).toBe('<para>typed meanwhile</para>')
  })
})
