import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { collection } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { CollectionReportDialog } from './CollectionReportDialog'

connectApp()
const server = startServer(rita)

function show(view: string) {
  const closed: string[] = []
  const rendered = renderPage(
    <CollectionReportDialog
      collection={collection('c1')}
      view={view}
      onClose={() => closed.push('closed')}
    />,
    rita,
    '/compliance/c1',
  )
  return { ...rendered, closed }
}

it('asks for the requirements that are listed, in the chosen format and language', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(at('/jobs'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'j1' }, { status: 201 })
    }),
  )
  const { user, closed } = show('status=non_compliant&sort=position&order=asc')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('radio', { name: 'Requirements in the list' })).toBeChecked()
  await user.click(dialog.getByRole('radio', { name: 'PDF' }))
  await user.click(dialog.getByRole('radio', { name: '中文' }))
  await user.click(dialog.getByRole('button', { name: 'Create report' }))
  await waitFor(() => expect(closed).toEqual(['closed']))
  await user.click(dialog.getByRole('radio', { name: 'All requirements' }))
  await user.click(dialog.getByRole('button', { name: 'Create report' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const jobName = 'downloadComplianceReportJob'
  const chosen = { collectionId: 'c1', format: 'pdf', language: 'zh-CN' }
  expect(sent).toEqual([
    { jobName, parameterMap: { ...chosen, status: 'non_compliant' } },
    { jobName, parameterMap: chosen },
  ])
})

it('offers all requirements where nothing is filtered, and tells why a report is refused', async () => {
  server.use(http.post(at('/jobs'), () => problem(403, 'forbidden', 'Not allowed')))
  const { user, closed } = show('sort=position&order=asc')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('radio', { name: 'Requirements in the list' })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: 'Create report' }))
  expect(await dialog.findByText('Not allowed')).toBeVisible()
  expect(closed).toEqual([])
})
