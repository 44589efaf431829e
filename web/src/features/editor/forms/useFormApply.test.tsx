import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { applyEdits, type FormPlace, renewed } from './formText'
import { useFormApply } from './useFormApply'

connectApp()

const views: EditorView[] = []
afterEach(() => {
  for (const view of views.splice(0)) view.destroy()
})

function placeIn(text: string, position: number): FormPlace & { view: EditorView } {
  const view = new EditorView({ state: EditorState.create({ doc: text }) })
  views.push(view)
  return { view, target: { path: '/H160/MEL/A.XML', view: () => view, doc: view.state.doc, position } }
}

it('changes the editor that goes on after the page was hidden for a while', () => {
  const { view: before, target } = placeIn('<a/>', 1)
  const after = new EditorView({ state: before.state })
  views.push(after)
  before.destroy()
  const edits = [{ from: 1, to: 1, text: 'x' }]
  expect(applyEdits({ ...target, view: () => after }, edits)).toBe(true)
  expect(after.state.doc.toString()).toBe('<xa/>')
  expect(applyEdits({ ...target, view: () => null }, edits)).toBe(false)
})

/** A form that puts an `x` before the place, and shows what `read` says of the text. */
function form(
  text: string,
  position: number,
  read: (text: string) => unknown = () => 'same',
  isDown = () => false,
) {
  const { view, target } = placeIn(text, position)
  const onClose = vi.fn()
  const hook = renderHook(
    () =>
      useFormApply({
        opened: { target },
        needsPlace: true,
        ask: async ({ target: now }) => ({ edits: [{ from: now.position, to: now.position, text: 'x' }] }),
        shown: read(text),
        read: async ({ target: now }) => {
          if (isDown()) throw new Error('The server cannot be reached')
          return read(now.doc.toString())
        },
        onClose,
      }),
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      ),
    },
  )
  return { view, onClose, result: hook.result }
}

it('keeps the form open when the text was changed meanwhile, and applies it after a reload', async () => {
  const { view, onClose, result } = form('<a/>', 1)
  view.dispatch({ changes: { from: 0, insert: '  ' } })
  act(() => result.current.submit())
  await waitFor(() => expect(result.current.problem).toMatch(/changed meanwhile/))
  expect(onClose).not.toHaveBeenCalled()
  expect(view.state.doc.toString()).toBe('  <a/>')
  act(() => result.current.reload?.())
  await waitFor(() => expect(result.current.problem).toBeUndefined())
  act(() => result.current.submit())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  // The place has moved with the text.
  expect(view.state.doc.toString()).toBe('  <xa/>')
})

it('does not take a text in which the fields of the form are other ones', async () => {
  const { view, onClose, result } = form('<a>1</a>', 1, (text) => ({
    position: text.length,
    words: text.trim(),
  }))
  view.dispatch({ changes: { from: 3, to: 4, insert: '2' } })
  act(() => result.current.submit())
  await waitFor(() => expect(result.current.reload).toBeDefined())
  act(() => result.current.reload?.())
  await waitFor(() => expect(result.current.problem).toMatch(/Copy what you entered/))
  expect(result.current.reload).toBeUndefined()
  expect([onClose.mock.calls.length, view.state.doc.toString()]).toEqual([0, '<a>2</a>'])
})

it('says why a reload failed, and offers it again', async () => {
  let isDown = true
  const { view, result } = form(
    '<a/>',
    1,
    () => 'same',
    () => isDown,
  )
  view.dispatch({ changes: { from: 0, insert: '  ' } })
  act(() => result.current.submit())
  await waitFor(() => expect(result.current.reload).toBeDefined())
  act(() => result.current.reload?.())
  await waitFor(() => expect(result.current.problem).toBe('The server cannot be reached'))
  isDown = false
  act(() => result.current.reload?.())
  await waitFor(() => expect(result.current.problem).toBeUndefined())
})

it('finds a place again unless the text was changed there', () => {
  const { view, target } = placeIn('<a><b/><c/></a>', 7)
  view.dispatch({ changes: { from: 3, to: 7, insert: '[]' } })
  expect(renewed({ target, element: 0 }, true)).toMatchObject({ element: 0, target: { position: 5 } })
  expect(renewed({ target, element: 3 }, true)).toBeUndefined()
  expect(renewed({ target: { ...target, position: 5 } }, true)).toBeUndefined()
  expect(renewed({ target: { ...target, position: 5 } }, false)).toMatchObject({
    target: { doc: view.state.doc },
  })
})

it.each([
  ['added before it', '<a><b/></a>', { from: 3, insert: '<b/>' }],
  ['added after it', '<a><b/></a>', { from: 7, insert: '<b/>' }],
  ['removed before it', '<a><b/><b/></a>', { from: 3, to: 7 }],
])('does not take another element for its own when an equal one was %s', (_, text, changes) => {
  const { view, target } = placeIn(text, 3)
  view.dispatch({ changes })
  expect(renewed({ target, element: 3 }, true)).toBeUndefined()
})

it('finds an element again when another one was added right before it', () => {
  const { view, target } = placeIn('<a><b>1</b></a>', 6)
  view.dispatch({ changes: { from: 3, insert: '<c>2</c>' } })
  expect(renewed({ target, element: 3 }, true)).toMatchObject({ element: 11, target: { position: 14 } })
  const same = placeIn('<a><b>1</b></a>', 3)
  expect(renewed({ target: same.target, element: 3 }, true)).toMatchObject({ element: 3 })
})
