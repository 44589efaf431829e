import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { openTodo, revisionDetail } from '@/testing/revisions'
import { at, startServer } from '@/testing/server'
import { PreviewPage } from './PreviewPage'

connectApp()
const server = startServer(arthur)

const path = '/H160/MEL/DMC-H160-A-25-00-01-00A-040A-A_en-US.XML'

function show(more = {}) {
  const { base, theirs, ours, result } = openTodo()
  const preview = { path, title: 'Hoist', isCheckedOut: false, base, theirs, ours, result, ...more }
  const asked: (string | null)[] = []
  server.use(
    http.get(at('/revisions/200'), () => HttpResponse.json(revisionDetail())),
    http.get(at('/revisions/200/forecast/merge'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('path'))
      return HttpResponse.json(preview)
    }),
  )
  const address = `/revisions/200/preview?path=${encodeURIComponent(path)}`
  return { asked, ...renderRoute(<PreviewPage />, ['/revisions/:revisionId/preview'], arthur, address) }
}

it('shows conflicts and the merged text before anybody confirms', async () => {
  const { asked, user } = show()
  expect(await screen.findByText('Conflict 1 of 2')).toBeVisible()
  expect(asked).toEqual([path])
  expect(screen.getByRole('region', { name: 'Merged text' })).toHaveTextContent('Use 12 Nm.')
  await user.keyboard('n')
  expect(await screen.findByText('Conflict 2 of 2')).toBeVisible()
  // Nothing can be chosen yet.
  await user.keyboard('1')
  expect(screen.getByText('0 of 2 conflicts decided')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

it('tells that a module is checked out, or that there is nothing to merge', async () => {
  show({ isCheckedOut: true, result: undefined, theirs: undefined })
  expect(await screen.findByText(/^The module is checked out/)).toBeVisible()
  expect(screen.getByText(/^There is nothing to merge/)).toBeVisible()
})
