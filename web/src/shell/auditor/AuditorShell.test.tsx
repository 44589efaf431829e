import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { Me } from '@/api/types'
import { collection, listedItem, openItem, policyRef } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { jobError, jobOf } from '@/testing/jobs'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { AuditorShell } from './AuditorShell'

connectApp()

const eve: Me = {
  ...rita,
  permissions: ['readContent'],
  user: { ...rita.user, account: 'eve', auditor: true, guestUntil: '2999-03-05T00:00:00Z' },
}
const server = startServer(eve)

function granted() {
  const page = { items: [listedItem('i1', { policyItemCode: 'A 1' })], total: 1, pageNumber: 1, pageSize: 10 }
  server.use(
    http.get(at('/compliance'), () =>
      HttpResponse.json([collection('c1', { policyCollectionName: 'NWA Ops' })]),
    ),
    http.get(at('/compliance/policyItems'), () => HttpResponse.json(page)),
    http.get(at('/compliance/policyItem/i1'), () =>
      HttpResponse.json(
        openItem({
          policyItemCode: 'A 1',
          references: [policyRef({ currentQuote: 'The pump sits in a cartridge.' })],
          abilities: { mayEdit: false, maySignOff: false, mayDelete: false },
        }),
      ),
    ),
    http.get(at('/compliance/policyItem/i1/history'), () => HttpResponse.json([])),
  )
}

it('leads from the granted collection to a requirement with the text that answers it', async () => {
  granted()
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const { user } = renderPage(<AuditorShell />, eve)
  await user.click(await screen.findByRole('link', { name: 'NWA Ops' }))
  expect(await screen.findByRole('region', { name: 'Audit packs' })).toBeVisible()
  expect(screen.getByRole('main')).toHaveFocus()
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
  await user.click(await screen.findByRole('link', { name: 'A 1' }))
  expect(await screen.findByText('The pump sits in a cartridge.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add evidence' })).toBeNull()
})

it('has neither search nor messages nor tasks', async () => {
  granted()
  renderPage(<AuditorShell />, eve)
  await screen.findByRole('link', { name: 'NWA Ops' })
  expect(screen.queryByRole('search')).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('button', { name: 'Sign out' })).toBeVisible()
})

it('makes a report of the collection and offers its file', async () => {
  granted()
  const sent: unknown[] = []
  const report = jobOf({ id: 'j1', jobName: 'downloadComplianceReportJob', status: 'CREATED' })
  const artifacts = [{ fileName: 'NWA Ops.xlsx', mediaType: 'application/octet-stream', size: 7 }]
  server.use(
    http.get(at('/compliance/auditPacks'), () => HttpResponse.json([])),
    http.post(at('/jobs'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(report, { status: 201 })
    }),
    http.get(at('/jobs/j1'), () => HttpResponse.json({ ...report, status: 'COMPLETED', artifacts })),
  )
  const { user } = renderPage(<AuditorShell />, eve)
  await user.click(await screen.findByRole('link', { name: 'NWA Ops' }))
  const card = within(await screen.findByRole('region', { name: 'Report' }))
  await user.click(card.getByRole('button', { name: 'Create report' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Create report' }))
  expect(await card.findByRole('button', { name: 'Download NWA Ops.xlsx' })).toBeVisible()
  expect(sent).toEqual([
    {
      jobName: 'downloadComplianceReportJob',
      parameterMap: { collectionId: 'c1', format: 'xlsx', language: 'en-US' },
    },
  ])
})

it('tells why a report could not be made', async () => {
  granted()
  const report = jobOf({ id: 'j2', jobName: 'downloadComplianceReportJob', status: 'CREATED' })
  server.use(
    http.get(at('/compliance/auditPacks'), () => HttpResponse.json([])),
    http.post(at('/jobs'), () => HttpResponse.json(report, { status: 201 })),
    http.get(at('/jobs/j2'), () =>
      HttpResponse.json({ ...report, status: 'FAILED', errorList: [jobError('The collection is gone')] }),
    ),
  )
  const { user } = renderPage(<AuditorShell />, eve)
  await user.click(await screen.findByRole('link', { name: 'NWA Ops' }))
  await user.click(await screen.findByRole('button', { name: 'Create report' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Create report' }))
  expect(await screen.findByText('The collection is gone')).toBeVisible()
})
