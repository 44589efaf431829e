import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { CleanDialog } from './CleanDialog'

connectApp()
const server = startServer(ada)
const clean = '/compliance/policyItem/policyRef/clean'

const gone = {
  id: 'r1',
  version: 3,
  policyItemId: 'i1',
  policyItemCode: 'ORO.1',
  target: 'paragraph',
  manualPath: '',
  quote: '',
  comment: 'See the old manual',
  author: { account: 'li.author', name: 'Li Na' },
  createdOn: '2026-03-01T09:00:00Z',
}

/** Answers each call by its number, and remembers the bodies. */
function answering(reply: (call: number) => Response | Promise<Response>) {
  const sent: unknown[] = []
  server.use(
    http.put(at(clean), async ({ request }) => {
      sent.push(await request.json())
      return reply(sent.length)
    }),
  )
  return sent
}

async function open() {
  const onClose = vi.fn()
  const { user } = renderPage(<CleanDialog path="/c1" onClose={onClose} />, ada)
  const dialog = within(await screen.findByRole('dialog', { name: 'Clean up references' }))
  return { user, dialog, onClose, remove: dialog.getByRole('button', { name: 'Delete references' }) }
}

it('deletes the references that were shown, and no others', async () => {
  const sent = answering(() => HttpResponse.json({ references: [gone], removed: false }))
  const { user, dialog, onClose, remove } = await open()
  expect(await dialog.findByText('1 broken reference. Delete it?')).toBeVisible()
  expect(dialog.getByRole('listitem')).toHaveTextContent(/ORO\.1 Paragraph.*See the old manual.*Li Na/)
  await user.click(remove)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.slice(0, 2)).toEqual([
    { path: '/c1' },
    { path: '/c1', confirm: true, references: [{ id: 'r1', version: 3 }] },
  ])
})

it('says that the references are still loading', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answering(async () => {
    await held
    return HttpResponse.json({ references: [], removed: false })
  })
  const { user, remove } = await open()
  expect(remove).toHaveAttribute('aria-disabled', 'true')
  await user.hover(remove)
  await waitFor(() => expect(remove).toHaveAccessibleDescription('Loading'))
  release()
  await waitFor(() => expect(remove).toHaveAccessibleDescription('No broken references.'))
})

it('says that the references could not be loaded', async () => {
  answering(() => problem(403, 'forbidden', 'Not allowed'))
  const { user, dialog, remove } = await open()
  expect(await dialog.findByText('Not allowed')).toBeVisible()
  await user.hover(remove)
  await waitFor(() => expect(remove).toHaveAccessibleDescription('The references could not be loaded'))
})

it('lists the references again when one of them has changed', async () => {
  answering((call) =>
    call === 2
      ? problem(409, 'changed_meanwhile', 'Somebody else changed it')
      : HttpResponse.json({ references: call === 1 ? [gone] : [], removed: false }),
  )
  const { user, dialog, remove } = await open()
  await dialog.findByText('1 broken reference. Delete it?')
  await user.click(remove)
  expect(await dialog.findByText('Somebody else changed it')).toBeVisible()
  expect(await dialog.findByText('No broken references.', { ignore: '[role=tooltip]' })).toBeVisible()
})
