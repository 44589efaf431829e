import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { useFormApply } from './useFormApply'

connectApp()

it('keeps the form open when the text was changed meanwhile', async () => {
  const view = new EditorView({ state: EditorState.create({ doc: '<a/>' }) })
  const target = { path: '/H160/MEL/A.XML', view, doc: view.state.doc, position: 0 }
  const onClose = vi.fn()
  const ask = async () => ({ edits: [{ from: 0, to: 0, text: 'x' }] })
  const client = new QueryClient()
  const { result } = renderHook(() => useFormApply({ target, ask, onClose }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  view.dispatch({ changes: { from: 0, insert: ' ' } })
  act(() => result.current.submit())
  await waitFor(() => expect(result.current.problem).toMatch(/changed meanwhile/))
  expect(onClose).not.toHaveBeenCalled()
  expect(view.state.doc.toString()).toBe(' <a/>')
  view.destroy()
})
