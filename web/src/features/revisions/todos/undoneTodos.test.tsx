import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada, paula } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { revisionDetail, revisionTodo } from '@/testing/revisions'
import { at, startServer } from '@/testing/server'
import { RevisionPage } from '../RevisionPage'

connectApp()
const server = startServer(ada)

it('leaves the to-dos of a confirmation that was undone alone', async () => {
  const detail = revisionDetail({ state: 'waiting', todos: { open: 0, done: 1, mine: 0 } })
  const items = [revisionTodo('3', { reason: 'conflict', state: 'done', resolution: 'restored' })]
  server.use(
    http.get(at('/revisions/200'), () => HttpResponse.json(detail)),
    http.get(at('/revisions/200/todos'), () =>
      HttpResponse.json({ items, total: 1, pageNumber: 1, pageSize: 10 }),
    ),
  )
  const { user } = renderRoute(
    <RevisionPage />,
    ['/revisions/:revisionId'],
    paula,
    '/revisions/200?tab=todos',
  )
  await user.hover(await screen.findByRole('button', { name: 'Reopen: Module 3' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('The revision is not confirmed')
  expect(screen.queryByRole('checkbox', { name: 'Select all' })).toBeNull()
})
