import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { PolicyComment } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { CommentsCard } from './CommentsCard'

connectApp()
const server = startServer(ada)

const comment = (id: string, more: Partial<PolicyComment> = {}): PolicyComment => ({
  id,
  author: { account: 'li.author', name: 'Li Na' },
  text: 'Is chapter 28 meant?',
  createdOn: '2026-03-01T09:00:00Z',
  isOwn: false,
  mayDelete: false,
  ...more,
})

it('writes, changes and deletes own comments only', async () => {
  const sent: unknown[] = []
  const own = comment('2', { text: 'Yes', isOwn: true, mayDelete: true })
  server.use(
    http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json([comment('1')])),
    http.post(at('/compliance/policyItem/i1/comments'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json([comment('1'), own])
    }),
    http.put(at('/compliance/comments/2'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json([comment('1'), { ...own, text: 'Yes, 28-21' }])
    }),
    http.delete(at('/compliance/comments/2'), () => HttpResponse.json([comment('1')])),
  )
  const { user } = renderPage(<CommentsCard id="i1" />, ada, '/compliance/c1?item=i1')
  const list = within(await screen.findByRole('list', { name: 'Comments' }))
  expect(list.queryByRole('button', { name: 'Edit' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Yes')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await user.click(await list.findByRole('button', { name: 'Edit' }))
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), ', 28-21')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ text: 'Yes' }, { text: 'Yes, 28-21' }]))
  await user.click(await list.findByRole('button', { name: 'Delete' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(list.queryByText('Yes, 28-21')).toBeNull())
  expect(list.getByText('Is chapter 28 meant?')).toBeVisible()
})

it('keeps a comment that is being written while another one is changed', async () => {
  const own = comment('2', { text: 'Yes', isOwn: true, mayDelete: true })
  server.use(http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json([own])))
  const { user } = renderPage(<CommentsCard id="i1" />, ada, '/compliance/c1?item=i1')
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Half a sentence')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Yes')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half a sentence')
})

it('keeps a comment that is being changed until it is saved or cancelled', async () => {
  const own = { isOwn: true, mayDelete: true }
  const both = [comment('1', { ...own, text: 'No' }), comment('2', { ...own, text: 'Yes' })]
  server.use(http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json(both)))
  const { user } = renderPage(<CommentsCard id="i1" />, ada, '/compliance/c1?item=i1')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Edit' })).toHaveLength(2))
  const [first, second] = screen.getAllByRole('button', { name: 'Edit' })
  if (!first || !second) throw new Error('Both comments have a button')
  await user.click(first)
  const field = screen.getByRole('textbox', { name: 'Comment' })
  await user.type(field, ', not yet')
  await user.click(second)
  expect(field).toHaveValue('No, not yet')
  expect(second).toHaveAccessibleDescription(/Save or cancel the comment/)
})

it('takes no words while a comment is being sent', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  server.use(
    http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json([])),
    http.post(at('/compliance/policyItem/i1/comments'), async () => {
      await held
      return HttpResponse.json([comment('1')])
    }),
  )
  const { user } = renderPage(<CommentsCard id="i1" />, ada, '/compliance/c1?item=i1')
  const field = screen.getByRole('textbox', { name: 'Comment' })
  await user.type(field, 'Yes')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(field).toHaveAttribute('readonly')
  release()
  await waitFor(() => expect(field).toHaveValue(''))
  expect(field).not.toHaveAttribute('readonly')
})

it('lets administrators delete the comments of others, and says when there are none', async () => {
  const other = comment('1', { mayDelete: true })
  server.use(http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json([other])))
  server.use(http.delete(at('/compliance/comments/1'), () => HttpResponse.json([])))
  const { user } = renderPage(<CommentsCard id="i1" />, ada, '/compliance/c1?item=i1')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('The comment of Li Na is deleted. It cannot be restored.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No comments yet.')).toBeVisible()
})
