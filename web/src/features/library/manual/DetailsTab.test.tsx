import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { DetailsTab } from './DetailsTab'

connectApp()
const server = startServer(ada)
const plain = library.manual('H160', 'MEL')
const mel = {
  ...plain,
  attributeMap: { ...plain.attributeMap, schemaErrorsBlock: ['yes'], brexErrorsBlock: ['no'] },
}

function withManual() {
  const sent: unknown[] = []
  server.use(
    http.get(at('/csdb/profile'), () => HttpResponse.json([])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.put(at('/csdb/manual/rules'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(mel)
    }),
  )
  return sent
}

it('sets what blocks a check-in, each by itself', async () => {
  const sent = withManual()
  const { user } = renderPage(<DetailsTab manual={mel} />, ada)
  const brex = screen.getByRole('switch', { name: 'Violations of business rules block check-in' })
  expect(brex).not.toBeChecked()
  await user.click(brex)
  const { path: manualPath, version } = mel
  await waitFor(() =>
    expect(sent).toEqual([{ manualPath, schemaErrorsBlock: true, brexErrorsBlock: true, version }]),
  )
  const schema = screen.getByRole('switch', { name: 'Schema errors block check-in' })
  await waitFor(() => expect(schema).toBeEnabled())
  await user.click(schema)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ manualPath, schemaErrorsBlock: false, brexErrorsBlock: false, version })
})

it('is only shown to those who may not approve', () => {
  withManual()
  renderPage(<DetailsTab manual={mel} />, rita)
  expect(screen.getByRole('switch', { name: 'Violations of business rules block check-in' })).toBeDisabled()
})
