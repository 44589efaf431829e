import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { renderUi } from '@/testing/renderUi'
import { chained, QueryFrame, type QueryResult } from './QueryFrame'

const busy = new ApiProblem({ title: 'Server busy', status: 503, code: 'busy', requestId: 'r-7' })

function result(state: Partial<QueryResult<string>>): QueryResult<string> {
  return { data: undefined, error: null, refetch: vi.fn(() => Promise.resolve()), ...state }
}

function show(query: QueryResult<string>, keepsData = false) {
  renderUi(
    <QueryFrame query={query} failedTitle="No users" loading="Loading" keepsData={keepsData}>
      {(data) => <p>{data}</p>}
    </QueryFrame>,
  )
}

it('shows the placeholder until the answer arrives', () => {
  show(result({}))
  expect(screen.getByText('Loading')).toBeVisible()
})

it('shows the answer', () => {
  show(result({ data: 'Ann' }))
  expect(screen.getByText('Ann')).toBeVisible()
})

it('shows the error with its request id, and retries', async () => {
  const query = result({ error: busy, data: 'Ann' })
  show(query)
  expect(screen.getByRole('alert')).toHaveTextContent('No usersServer busyr-7')
  expect(screen.queryByText('Ann')).toBeNull()
  await userEvent.click(screen.getByRole('button'))
  expect(query.refetch).toHaveBeenCalledOnce()
})

it('keeps the last answer where it is told to', () => {
  show(result({ error: busy, data: 'Ann' }), true)
  expect(screen.getByText('Ann')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows content that needs no answer while it loads', () => {
  renderUi(
    <QueryFrame query={result({})} failedTitle="No users">
      <p>Table</p>
    </QueryFrame>,
  )
  expect(screen.getByText('Table')).toBeVisible()
})

it('shows the error of the query that another one needs', () => {
  const first = result({ error: busy })
  expect(chained(first, result({ data: 'Ann' }))).toMatchObject({ error: busy, refetch: first.refetch })
  const second = result({ data: 'Ann' })
  expect(chained(result({ data: 'x' }), second)).toBe(second)
})

it('waits for the query that another one needs, though the other has its answer', () => {
  expect(chained(result({}), result({ data: 'Ann' })).data).toBeUndefined()
})
