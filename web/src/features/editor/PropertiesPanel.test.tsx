import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { PlaceFollower } from './model/chosenElement'
import { ContentModel } from './model/contentModel'
import { PropertiesPanel } from './PropertiesPanel'

startServer(arthur)
connectApp()

const model = new ContentModel({
  origin: 'learned',
  elements: [
    { name: 'step', states: [{ end: true, next: [[1, 0]] }], attributes: [0, 2] },
    { name: 'para', text: true, states: [{ end: true, next: [] }], attributes: [1, 0] },
  ],
  attributes: [
    { name: 'changeType', values: 0, closed: true },
    { name: 'applicRefId', kind: 'reference' },
    { name: 'id', kind: 'id', required: true },
  ],
  values: [['add', 'modify']],
})

const text = '<step id="s1"><!-- x --><para old="1">words</para></step>'

function open(readOnly = false, doc = text) {
  const view = new EditorView({ state: EditorState.create({ doc, extensions: [history()] }) })
  const follower = new PlaceFollower()
  const handle = {
    view: () => view,
    goToProblem: () => undefined,
    repair: () => false,
    positionOfProblem: () => 0,
    goToPosition: () => undefined,
    goToLine: () => undefined,
    run: () => false,
  }
  follower.place.set({ doc: view.state.doc, position: doc.indexOf('words') })
  const panel = (
    <PropertiesPanel model={model} follower={follower} source={{ current: handle }} readOnly={readOnly} />
  )
  return { ...renderPage(panel, arthur), view, follower, xml: () => view.state.sliceDoc() }
}

describe('the properties of an element', () => {
  it('are those that it has or may have, and are written into its tag alone', async () => {
    const { user, view, xml } = open()
    expect(screen.getByText(/^No schema set is installed/)).toBeVisible()
    await user.selectOptions(screen.getByLabelText('changeType'), 'modify')
    expect(xml()).toBe(text.replace('<para old="1">', '<para old="1" changeType="modify">'))
    await waitFor(() => expect(screen.getByLabelText('changeType')).toHaveValue('modify'))
    await user.selectOptions(screen.getByLabelText('applicRefId'), 's1')
    await waitFor(() => expect(screen.getByLabelText('applicRefId')).toHaveValue('s1'))
    await user.selectOptions(screen.getByLabelText('changeType'), 'Not set')
    expect(xml()).toBe(text.replace('<para old="1">', '<para old="1" applicRefId="s1">'))
    await waitFor(() => expect(screen.getByLabelText('Element')).toHaveDisplayValue('Paragraph · para'))
    while (undo(view));
    expect(xml()).toBe(text)
  })

  it('can be those of an element around it', async () => {
    const { user, xml } = open()
    await user.selectOptions(screen.getByLabelText('Element'), 'step')
    const id = screen.getByLabelText(/^id/)
    await user.clear(id)
    await user.type(id, 's"2{Enter}')
    expect(xml()).toBe(text.replace('"s1"', '"s&quot;2"'))
  })

  it('cannot be changed in a text that is read-only, nor in one that has changed since', async () => {
    const { user, view, xml } = open()
    view.dispatch({ changes: { from: 0, insert: ' ' } })
    await user.selectOptions(screen.getByLabelText('changeType'), 'add')
    expect(xml()).toBe(` ${text}`)
    expect(screen.getByRole('status')).toHaveTextContent('The text has changed. Try again.')
  })

  it('are changed one after the other without a pause, and the field keeps the focus', async () => {
    const { user, xml } = open()
    const field = screen.getByLabelText('changeType')
    field.focus()
    fireEvent.change(field, { target: { value: 'add' } })
    fireEvent.change(screen.getByLabelText('changeType'), { target: { value: 'modify' } })
    expect(xml()).toContain('changeType="modify"')
    expect(screen.getByLabelText('changeType')).toBe(field)
    expect(field).toHaveFocus()
    expect(field).toHaveValue('modify')
    const old = screen.getByLabelText('old')
    await user.clear(old)
    await user.type(old, '23{Enter}')
    expect(old).toHaveFocus()
    expect(xml()).toContain('old="23"')
  })

  it('show a value that was changed elsewhere', async () => {
    const { view, follower } = open()
    const from = text.indexOf('"1"') + 1
    view.dispatch({ changes: { from, to: from + 1, insert: '7' } })
    follower.follow({ doc: view.state.doc, position: text.indexOf('words') })
    await waitFor(() => expect(screen.getByLabelText('old')).toHaveValue('7'))
  })

  it('are those of the element at the cursor again when the cursor goes to another one', async () => {
    const doc = '<step id="s1"><para>words</para><para>others</para></step>'
    const { user, view, follower } = open(false, doc)
    await user.selectOptions(screen.getByLabelText('Element'), 'step')
    expect(screen.getByLabelText(/^id/)).toHaveValue('s1')
    act(() => follower.jump({ doc: view.state.doc, position: doc.indexOf('rds') }))
    expect(screen.getByLabelText('Element')).toHaveDisplayValue('step')
    act(() => follower.jump({ doc: view.state.doc, position: doc.indexOf('thers') }))
    expect(screen.getByLabelText('Element')).toHaveDisplayValue('Paragraph · para')
  })

  it('are those of the newest place as soon as the author turns to them', async () => {
    const { user, view, follower } = open()
    follower.follow({ doc: view.state.doc, position: text.indexOf('<!--') })
    await user.click(screen.getByLabelText('Element'))
    expect(screen.getByLabelText('Element')).toHaveDisplayValue('step')
  })

  it('keep signs that are written as references, and leave entities to the source', async () => {
    const { user, xml } = open(
      false,
      '<step id="s1"><para old="10&#160;mm" ent="&unit; 1">words</para></step>',
    )
    const field = screen.getByLabelText('old')
    expect(field).toHaveValue('10\u00a0mm')
    await user.type(field, '2{Enter}')
    expect(xml()).toContain('old="10\u00a0mm2"')
    expect(screen.getByLabelText('ent')).toHaveAttribute('readonly')
    expect(screen.getByText('Change this value in the source.')).toBeVisible()
  })

  it('are shown only, where the text may not be edited', () => {
    open(true)
    expect(screen.getByLabelText('changeType')).toBeDisabled()
    expect(screen.getByLabelText('old')).toHaveAttribute('readonly')
  })
})
