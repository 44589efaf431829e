import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/api/queries'
import { connectApp } from '@/testing/connectApp'
import { stored } from '@/testing/keptTexts'
import { doneTodo, servingTodo, showMerge } from '@/testing/mergePage'
import { arthur } from '@/testing/people'
import { openTodo, revisionTodo } from '@/testing/revisions'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

connectApp()
stubTabs()
const server = startServer(arthur)
beforeEach(() => stored.clear())

describe('other to-dos', () => {
  it('ask for the module as a whole where there is nothing to merge', async () => {
    const deleted = openTodo({
      todo: revisionTodo('1', { reason: 'deletedByOem', conflicts: 0 }),
      theirs: undefined,
      result: undefined,
    })
    const { sent } = servingTodo(server, deleted, doneTodo)
    const { user } = showMerge()
    await user.click(await screen.findByRole('button', { name: 'Remove from the working version' }))
    expect(sent).toEqual([])
    const dialog = within(await screen.findByRole('dialog', { name: /^Remove Module 1 from/ }))
    await user.click(dialog.getByRole('button', { name: 'Remove from the working version' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({ resolution: 'removed', workingVersion: '73', version: 1, done: true })
    expect(screen.queryByRole('button', { name: 'Take the OEM version' })).toBeNull()
  })

  it('name the module that a deleted one probably became', async () => {
    const path = '/H160/AMM/DMC-H160-A-29-10-00-00B-520A-A_en-US.XML'
    const successor = { path, code: 'DMC-H160-A-29-10-00-00B-520A-A', title: 'Pump - Removal', likeness: 93 }
    const deleted = openTodo({
      todo: revisionTodo('1', { reason: 'deletedByOem', conflicts: 0 }),
      theirs: undefined,
      result: undefined,
      successor,
    })
    servingTodo(server, deleted, doneTodo)
    showMerge()
    expect(
      await screen.findByText(`The OEM may have given this module another code: ${successor.code}`),
    ).toBeVisible()
    const link = screen.getByRole('link', { name: successor.title })
    expect(link.getAttribute('href')).toContain('revision=200')
    expect(screen.getByText(/has 93 % of its words in common/)).toBeVisible()
  })

  it('show the module again when another person decided about it as a whole', async () => {
    const deleted = openTodo({
      todo: revisionTodo('1', { reason: 'deletedByOem', conflicts: 0 }),
      theirs: undefined,
      result: undefined,
    })
    servingTodo(server, deleted, { ...doneTodo, result: undefined })
    server.use(
      http.put(at('/revisions/200/todos/1/resolution'), () =>
        problem(409, 'revision.todo_done', 'Decided meanwhile'),
      ),
    )
    const { user } = showMerge()
    await user.click(await screen.findByRole('button', { name: 'Keep the airline version' }))
    expect(await screen.findByText('Decided meanwhile')).toBeVisible()
    expect(await screen.findByText('This to-do is done')).toBeVisible()
  })

  it('bring back a text about an older version to choose from', async () => {
    servingTodo(server, openTodo(), openTodo({ workingVersion: '90' }))
    server.use(http.get(at('/bytes/default/H160/MEL/*'), () => HttpResponse.text('<dmodule>saved</dmodule>')))
    const first = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await first.user.keyboard('1')
    await waitFor(() => expect(stored.size).toBe(1))
    cleanup()
    queryClient.clear()
    showMerge()
    expect(await screen.findByText(/Left <dmodule>saved<\/dmodule> Right .*Use 14 Nm/s)).toBeVisible()
  })

  it('are closed while somebody has checked the module out', async () => {
    servingTodo(server, openTodo({ holder: 'li.author', maySave: false }))
    const { user } = showMerge()
    await user.hover(await screen.findByRole('button', { name: 'Save and mark done' }))
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Checked out by li.author')
  })

  it('show the changes of both sides as a page', async () => {
    servingTodo(server, openTodo())
    const { user } = showMerge()
    await user.click(await screen.findByRole('button', { name: 'Changes of the OEM' }))
    expect(screen.getByText('Redline 70 71')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Airline text and saved result' }))
    expect(screen.getByText('Redline 72 73')).toBeVisible()
  })

  it('say that a text is refused, and why', async () => {
    servingTodo(server, openTodo())
    server.use(
      http.put(at('/revisions/200/todos/1/resolution'), () =>
        HttpResponse.json(
          {
            type: 'urn:airfolio:checkin.invalid',
            title: 'The text is not valid',
            status: 422,
            code: 'checkin.invalid',
            requestId: 'r',
            findings: [{ line: 2, message: 'Element para: not expected' }],
          },
          { status: 422, headers: { 'Content-Type': 'application/problem+json' } },
        ),
      ),
    )
    const { user } = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Element para: not expected')).toBeVisible()
    expect(stored.size).toBe(1)
  })
})
