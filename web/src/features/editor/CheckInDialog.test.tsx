import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { CheckInDialog } from './CheckInDialog'

connectApp()
const server = startServer(ada)
const file = library.file('DMC-A_en-US')

it('warns of violations in a draft that no editor has open', async () => {
  const texts: unknown[] = []
  const problem = { severity: 'warning', line: 2, column: 1, from: 0, to: 1, message: 'No', params: {} }
  server.use(
    http.get(at(`/files/default${file.path}`), () => HttpResponse.json(file)),
    http.get(at(`/files/getVersions/default${file.path}`), () => HttpResponse.json([])),
    http.get(at('/files/wip'), () =>
      HttpResponse.json({ drafts: [{ id: 'd-1', path: file.path, state: 'open', sha256: 'abc' }] }),
    ),
    http.get(at('/drafts/d-1'), () => HttpResponse.json({ id: 'd-1', text: '<dmodule/>' })),
    http.post(at(`/drafts/check/default${file.path}`), async ({ request }) => {
      texts.push(await request.json())
      const problems = ['brex.forbidden', 'brex.value', 'brex.not_found'].map((code) => ({
        ...problem,
        code,
      }))
      return HttpResponse.json({ problems })
    }),
  )
  renderPage(<CheckInDialog path={file.path} title="A" onClose={() => {}} />, ada)
  expect(await screen.findByText(/^2 violations of business rules/)).toBeVisible()
  expect(texts).toEqual([{ text: '<dmodule/>' }])
})
