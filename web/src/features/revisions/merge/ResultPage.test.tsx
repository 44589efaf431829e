import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { stored } from '@/testing/keptTexts'
import { doneTodo, servingTodo, showMerge } from '@/testing/mergePage'
import { arthur } from '@/testing/people'
import { mergedText, openTodo, revisionTodo } from '@/testing/revisions'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

connectApp()
stubTabs()
const server = startServer(arthur)
beforeEach(() => stored.clear())

describe('the result as readers see it', () => {
  it('is drawn with the choices so far, and says what the colours mean', async () => {
    const { drawn } = servingTodo(server, openTodo())
    const { user } = showMerge()
    expect(await screen.findByText('Page merged')).toBeVisible()
    expect(drawn).toEqual([mergedText])
    for (const name of ['Changed by the OEM', 'Changed by both', 'Typed in the merge']) {
      expect(screen.getAllByText(name).at(-1)).toBeVisible()
    }
    const choices = within(screen.getByRole('group', { name: 'Choice' }))
    await user.click(choices.getByRole('button', { name: /^OEM/ }))
    await waitFor(() => expect(drawn.at(-1)).toBe(mergedText.replace('12 Nm', '14 Nm')))
  })

  it('is the saved text after the decision, beside the airline text before it', async () => {
    const { drawn } = servingTodo(server, {
      ...doneTodo,
      ours: { version: '74', issue: '002-01', text: mergedText },
      airlineVersion: '72',
      isEdited: true,
    })
    const { user } = showMerge()
    expect(await screen.findByText('Page saved')).toBeVisible()
    expect(drawn).toEqual([undefined])
    await user.click(screen.getByRole('button', { name: 'Airline text and saved result' }))
    expect(await screen.findByText('Redline 72 74')).toBeVisible()
    expect(screen.queryByText('Page saved')).toBeNull()
  })

  it.each(['act', 'brex', 'repository', 'container'])('is drawn for %s too', async (kind) => {
    servingTodo(server, openTodo({ todo: revisionTodo('1', { kind }) }))
    showMerge()
    expect(await screen.findByText('Page merged')).toBeVisible()
  })

  it('is not offered for what is no page of its own', async () => {
    const { drawn } = servingTodo(server, openTodo({ todo: revisionTodo('1', { kind: 'ddn' }) }))
    showMerge()
    expect(await screen.findByRole('group', { name: 'Choice' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Result' })).toBeNull()
    expect(drawn).toEqual([])
  })

  it('is not offered where there is nothing to merge', async () => {
    const deleted = { todo: revisionTodo('1', { reason: 'deletedByOem', conflicts: 0 }), theirs: undefined }
    const { drawn } = servingTodo(server, openTodo({ ...deleted, result: undefined }))
    showMerge()
    expect(await screen.findByText('Choose a comparison to see it as a page.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Result' })).toBeNull()
    expect(drawn).toEqual([])
  })

  it('says why it cannot be drawn', async () => {
    servingTodo(server, openTodo())
    server.use(
      http.post(at('/revisions/200/todos/1/page'), () => problem(422, 'draft.refused', 'Not well-formed')),
    )
    showMerge()
    expect(await screen.findByText('The result could not be displayed')).toBeVisible()
    expect(screen.getByText('Not well-formed')).toBeVisible()
  })
})
