import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { Notification } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { NotificationsDialog } from './NotificationsDialog'

connectApp()
const server = startServer(ada)

const message = (name: string): Notification => ({
  id: name,
  kind: 'accounts',
  code: 'user.registered',
  text: `${name} asked for an account`,
  link: `/admin/index?tab=users&filter=${name}`,
  createdOn: '2026-11-05T08:30:00Z',
})

/** A server that holds these messages and remembers what is read. */
function holding(names: string[]) {
  let messages = names.map(message)
  const read = (wanted: (each: Notification) => boolean) => {
    messages = messages.map((each) => (wanted(each) ? { ...each, readOn: '2026-11-06T08:30:00Z' } : each))
    return new HttpResponse(null, { status: 204 })
  }
  server.use(
    http.get(at('/notifications'), ({ request }) => {
      const query = new URL(request.url).searchParams
      const page = Number(query.get('pageNumber'))
      const size = Number(query.get('pageSize'))
      const wanted = messages.filter((each) => query.get('unread') !== 'true' || each.readOn === undefined)
      const items = wanted.slice((page - 1) * size, page * size)
      return HttpResponse.json({ items, total: wanted.length, pageNumber: page, pageSize: size })
    }),
    http.put(at('/notifications/read'), () => read(() => true)),
    http.put(at('/notifications/:id/read'), ({ params }) => read((each) => each.id === params.id)),
  )
}

function open() {
  const onClose = vi.fn()
  const { user } = renderPage(<NotificationsDialog onClose={onClose} />, ada)
  return { user, onClose, dialog: within(screen.getByRole('dialog', { name: 'Messages' })) }
}

it('opens on the unread messages and counts exactly those', async () => {
  holding(['kim', 'lee'])
  const { user, dialog } = open()
  expect(await dialog.findByRole('link', { name: 'kim asked for an account' })).toBeVisible()
  expect(dialog.getByRole('tab', { name: /^Unread/ })).toHaveTextContent('Unread2')

  await user.click(dialog.getByRole('button', { name: 'Mark as read: kim asked for an account' }))
  await waitFor(() => expect(dialog.getByRole('tab', { name: /^Unread/ })).toHaveTextContent('Unread1'))
  expect(dialog.getAllByRole('listitem')).toHaveLength(1)

  await user.click(dialog.getByRole('tab', { name: 'All' }))
  expect(await dialog.findByRole('link', { name: 'kim asked for an account' })).toBeVisible()
})

it('marks all as read', async () => {
  holding(['kim', 'lee'])
  const { user, dialog } = open()
  await dialog.findAllByRole('listitem')
  await user.click(dialog.getByRole('button', { name: 'Mark all as read' }))
  expect(await dialog.findByRole('heading', { name: 'No unread messages' })).toBeVisible()
  const button = dialog.getByRole('button', { name: 'Mark all as read' })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  await user.hover(button)
  expect(button).toHaveAccessibleDescription('There are no unread messages')
})

it('marks a message as read and closes when its link is followed', async () => {
  holding(['kim', 'lee'])
  const { user, dialog, onClose } = open()
  const link = await dialog.findByRole('link', { name: 'kim asked for an account' })
  expect(link).toHaveAttribute('href', '#/admin/index?tab=users&filter=kim')
  await user.click(link)
  expect(onClose).toHaveBeenCalledOnce()
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
})

it('pages a long list and leaves a page whose last message was read', async () => {
  holding(Array.from({ length: 21 }, (_, index) => `person${index}`))
  const { user, dialog } = open()
  await user.click(await dialog.findByRole('button', { name: 'Page 2' }))
  await user.click(await dialog.findByRole('button', { name: /^Mark as read: person20/ }))
  await waitFor(() => expect(dialog.getAllByText(/asked for an account$/)).toHaveLength(20))
})

it('tells why the messages could not be loaded', async () => {
  server.use(http.get(at('/notifications'), () => problem(403, 'forbidden', 'You may not do this')))
  const { dialog } = open()
  expect(await dialog.findByText('You may not do this')).toBeVisible()
})
