import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { SystemTab } from './SystemTab'

connectApp()
const server = startServer(ada)

const valueAt = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling

it('tells what runs, on which stores, and for how many', async () => {
  server.use(
    http.get(at('/system'), () =>
      HttpResponse.json({
        version: '5.0.0-rc.0',
        web: '5.0.0-rc.0',
        commit: 'abc1234',
        startedOn: new Date(Date.now() - 26 * 3_600_000).toISOString(),
        database: 'postgresql',
        blobs: 's3',
        migration: '0001 init',
        users: 24,
        activeSessions: 3,
        memoryBytes: 31_500_000,
        node: 'node-a',
      }),
    ),
  )
  renderPage(<SystemTab />, ada)
  expect(await screen.findByText('abc1234')).toBeVisible()
  expect(valueAt('Up for')).toHaveTextContent('1 d 2 h 0 min')
  expect(valueAt('Memory in use')).toHaveTextContent('31.5 MB')
  expect(valueAt('Database')).toHaveTextContent('PostgreSQL')
  expect(valueAt('Database size')).toHaveTextContent('Not known')
  expect(valueAt('Content files')).toHaveTextContent('S3 object store')
  expect(valueAt('Open sessions')).toHaveTextContent('3')
})
