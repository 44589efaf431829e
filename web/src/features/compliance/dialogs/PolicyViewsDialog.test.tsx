import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { SavedPolicyView } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { PolicyViewsDialog } from './PolicyViewsDialog'

connectApp()
const server = startServer(ada)

const view = (more: Partial<SavedPolicyView>): SavedPolicyView => ({
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
    <PolicyViewsDialog
      collection="c1"
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
