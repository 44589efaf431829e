import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { policyViewCalls } from '@/api/policyViews'
import type { SavedListView } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { SavedViewsDialog } from './SavedViewsDialog'

connectApp()
const server = startServer(ada)

const view = (more: Partial<SavedListView>): SavedListView => ({
  id: 'v1',
  name: 'Overdue',
  query: 'overdue=yes',
  shared: false,
  owner: ada.user.account,
  createdOn: '2026-03-01T09:00:00Z',
  ...more,
})

it('saves the filters of the list and opens saved ones', async () => {
  const sent: unknown[] = []
  server.use(
    http.get(at('/compliance/c1/views'), () =>
      HttpResponse.json([view({}), view({ id: 'v2', name: 'Pumps', owner: 'li.author', shared: true })]),
    ),
    http.post(at('/compliance/c1/views'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(view({ name: 'Gaps' }), { status: 201 })
    }),
  )
  const opened: string[] = []
  const { user } = renderPage(
    <SavedViewsDialog
      calls={policyViewCalls('c1')}
      account={ada.user.account}
      query="unreferenced=yes"
      onOpen={(query) => opened.push(query)}
      onClose={() => undefined}
    />,
    ada,
    '/compliance/c1',
  )
  const list = within(await screen.findByRole('list', { name: 'Saved views' }))
  expect(list.getByText('Shared by li.author')).toBeVisible()
  expect(list.queryByRole('button', { name: 'Delete view Pumps' })).toBeNull()
  await user.click(list.getByRole('button', { name: 'Overdue' }))
  expect(opened).toEqual(['overdue=yes'])
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Gaps')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await waitFor(() => expect(sent).toEqual([{ name: 'Gaps', query: 'unreferenced=yes', shared: false }]))
})

it('deletes an own view only after a question', async () => {
  const gone: unknown[] = []
  server.use(
    http.get(at('/compliance/c1/views'), () => HttpResponse.json(gone.length === 0 ? [view({})] : [])),
    http.delete(at('/compliance/views/:id'), ({ params }) => {
      gone.push(params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(
    <SavedViewsDialog
      calls={policyViewCalls('c1')}
      account={ada.user.account}
      query=""
      onOpen={() => undefined}
      onClose={() => undefined}
    />,
    ada,
    '/compliance/c1',
  )
  await user.click(await screen.findByRole('button', { name: 'Delete view Overdue' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete view' }))
  expect(gone).toEqual([])
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No saved views yet')).toBeVisible()
  expect(gone).toEqual(['v1'])
  expect(screen.queryByRole('dialog', { name: 'Delete view' })).toBeNull()
})
