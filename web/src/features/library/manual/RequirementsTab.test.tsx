import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { collection, listedItem } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { manual } from '@/testing/library'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { RequirementsTab } from './RequirementsTab'

connectApp()
const server = startServer(rita)

it('lists what the manual answers and what nothing answers yet', async () => {
  server.use(
    http.get(at('/compliance/policyItems'), ({ request }) => {
      const query = new URL(request.url).searchParams
      const answered = query.get('manualPath') === '/H160/MEL'
      // What is proved by mapping has an answer elsewhere.
      expect(query.get('proof')).toBe(answered ? null : 'open')
      const items = answered
        ? [listedItem('i1', { rechecks: 1 })]
        : [listedItem('i2', { policyItemCode: 'ORO.2', title: 'Hoist' })]
      return HttpResponse.json({ items, total: 1, pageNumber: 1, pageSize: 10 })
    }),
  )
  renderPage(<RequirementsTab manual={manual('H160', 'MEL')} />, rita, '/library/H160/MEL?tab=requirements')
  const answered = within(await screen.findByRole('table', { name: 'Requirements answered by this manual' }))
  expect(await answered.findByRole('link', { name: 'ORO.1' })).toHaveAttribute(
    'href',
    '#/compliance/c1?item=i1',
  )
  expect(answered.getByText('1 to check again')).toBeVisible()
  const open = within(screen.getByRole('table', { name: 'Requirements without an answer' }))
  expect(await open.findByRole('link', { name: 'ORO.2' })).toBeVisible()
})

it('asks for a report of the manual, limited to a collection and a status', async () => {
  const sent: unknown[] = []
  server.use(
    http.get(at('/compliance/policyItems'), () =>
      HttpResponse.json({ items: [], total: 0, pageNumber: 1, pageSize: 10 }),
    ),
    http.get(at('/compliance'), () => HttpResponse.json([collection('c1')])),
    http.post(at('/jobs'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'j1' }, { status: 201 })
    }),
  )
  const page = <RequirementsTab manual={manual('H160', 'MEL')} />
  const { user } = renderPage(page, rita, '/library/H160/MEL?tab=requirements')
  await user.click(await screen.findByRole('button', { name: 'Report' }))
  const dialog = within(await screen.findByRole('dialog'))
  const name = collection('c1').policyCollectionName
  await dialog.findByRole('option', { name })
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Collection' }), name)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'Compliant')
  await user.click(dialog.getByRole('switch', { name: 'Only references to check again' }))
  await user.click(dialog.getByRole('button', { name: 'Create report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    {
      jobName: 'downloadComplianceManualReportJob',
      parameterMap: {
        csdbName: 'H160',
        manualName: 'MEL',
        collectionId: 'c1',
        status: 'compliant',
        recheck: 'true',
        format: 'xlsx',
        language: 'en-US',
      },
    },
  ])
})
