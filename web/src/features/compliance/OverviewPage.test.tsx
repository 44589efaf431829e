import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { currentOverlay } from '@/lib/overlay'
import { listedItem, policyCounts } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { OverviewPage } from './OverviewPage'

connectApp()
const server = startServer(ada)

function serving(counts = policyCounts({ overdue: 1 }), mapped = 0) {
  const asked: string[] = []
  server.use(
    http.get(at('/compliance/dashboard'), () =>
      HttpResponse.json({
        collections: [
          {
            id: 'c1',
            path: '/c1',
            policyCollectionName: 'NWA Ops',
            policyOriginator: 'NWA',
            complianceType: 'regulatory',
            counts,
          },
        ],
        categories: [],
        manuals: [{ manualPath: '/H160/MEL', references: 4, rechecks: 1, items: 2, mapped }],
        operators: [
          { operator: '', counts: policyCounts() },
          { operator: 'AZB', counts: policyCounts() },
        ],
        trend: [
          { day: '2026-10-01', assessable: 3, outOfScope: 0, byStatus: [] },
          { day: '2026-11-01', assessable: 3, outOfScope: 0, byStatus: [{ status: 'compliant', count: 1 }] },
        ],
      }),
    ),
    http.get(at('/compliance/policyItems'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({
        items: [listedItem('i1', { rechecks: 1 })],
        total: 1,
        pageNumber: 1,
        pageSize: 10,
      })
    }),
  )
  return asked
}

it('leads from every figure to the list that it counts', async () => {
  serving()
  renderPage(<OverviewPage />, rita, '/compliance-overview/index')
  const tile = await screen.findByRole('link', { name: /No reference/ })
  expect(tile).toHaveTextContent('2')
  expect(tile).toHaveAttribute('href', '#/compliance-overview/index?unreferenced=yes&scope=in&assessable=yes')
  expect(screen.getByRole('link', { name: /Review overdue/ })).toHaveAttribute(
    'href',
    '#/compliance-overview/index?overdue=yes',
  )
  const statuses = within(screen.getByRole('table', { name: 'By status' }))
  expect(statuses.getByRole('link', { name: 'Compliant' })).toHaveAttribute(
    'href',
    '#/compliance-overview/index?status=compliant&scope=in&assessable=yes',
  )
  const coverage = within(screen.getByRole('table', { name: 'Coverage' }))
  expect(coverage.getByRole('row', { name: /NWA Ops/ })).toHaveTextContent('33 % (1 of 3)')
  // A bar of percents is full at 100.
  expect(coverage.getByRole('row', { name: /NWA Ops/ }).querySelector('.af-bar')).toHaveAttribute(
    'width',
    '33',
  )
  const assessed = 'status=compliant%2Cpartially_compliant%2Cnon_compliant%2Cnot_applicable'
  expect(coverage.getByRole('link', { name: '33 % (1 of 3)' })).toHaveAttribute(
    'href',
    `#/compliance/c1?${assessed}&scope=in&assessable=yes`,
  )
  const operators = within(screen.getByRole('table', { name: 'Coverage by operator' }))
  expect(operators.getByRole('link', { name: 'AZB' })).toHaveAttribute(
    'href',
    '#/compliance-overview/index?operator=AZB',
  )
  expect(
    screen.getByRole('img', { name: 'Compliant share: 0 % on 2026/10/01, 33 % today.' }),
  ).toBeInTheDocument()
  const manuals = within(screen.getByRole('table', { name: 'Requirements by manual' }))
  // Two requirements with four references: the list has two rows.
  expect(manuals.getByRole('row', { name: /H160\/MEL/ })).toHaveTextContent(/2$/)
  expect(manuals.getByRole('link', { name: 'H160/MEL' })).toHaveAttribute(
    'href',
    '#/compliance-overview/index?manual=%2FH160%2FMEL',
  )
})

it('counts what is proved by mapping', async () => {
  serving(policyCounts({ mapped: 1, mappedPart: 1 }), 1)
  renderPage(<OverviewPage />, rita, '/compliance-overview/index')
  const proofs = within(await screen.findByRole('table', { name: 'Proof by mapping' }))
  expect(proofs.getByRole('link', { name: 'Proved in part' })).toHaveAttribute(
    'href',
    '#/compliance-overview/index?proof=part',
  )
  const coverage = within(screen.getByRole('table', { name: 'Coverage' }))
  expect(coverage.getByRole('row', { name: /NWA Ops/ })).toHaveTextContent('66 % (2 of 3, 1 by mapping)')
  const manuals = within(screen.getByRole('table', { name: 'Requirements by manual' }))
  expect(manuals.getByRole('row', { name: /H160\/MEL/ })).toHaveTextContent('2, 1 more by mapping')
})

it('leads the view from a figure to the list', async () => {
  serving()
  const scrolled = vi.fn()
  HTMLElement.prototype.scrollIntoView = scrolled
  const { user } = renderPage(<OverviewPage />, rita, '/compliance-overview/index')
  await user.click(await screen.findByRole('link', { name: /No reference/ }))
  expect(scrolled).toHaveBeenCalledWith({ block: 'start' })
})

it('lists requirements of all collections by the filters of the address', async () => {
  const asked = serving()
  const filters = 'unreferenced=yes&status=compliant&scope=in&assessable=yes'
  renderPage(<OverviewPage />, rita, `/compliance-overview/index?${filters}`)
  const link = await screen.findByRole('link', { name: 'ORO.1' })
  expect(link).toHaveAttribute('href', '#/compliance/c1?item=i1')
  expect(screen.getByRole('row', { name: /ORO\.1/ })).toHaveTextContent('1 to check again')
  expect(asked[0]).toContain('status=compliant&scope=in&assessable=true&unreferenced=true')
  expect(screen.getByRole('switch', { name: 'To be assessed' })).toBeChecked()
})

it('lists the requirements of a module, and clears the filter', async () => {
  const asked = serving()
  const path = '/H160/MEL/DMC-A_en-US.XML'
  const { user, query } = renderPage(
    <OverviewPage />,
    rita,
    `/compliance-overview/index?module=${encodeURIComponent(path)}`,
  )
  await screen.findByRole('link', { name: 'ORO.1' })
  expect(new URLSearchParams(asked[0]).get('module')).toBe(path)
  await user.click(screen.getByRole('button', { name: 'Module DMC-A' }))
  await waitFor(() => expect(query().get('module')).toBeNull())
  await waitFor(() => expect(asked.at(-1)).not.toContain('module'))
})

it('clears all filters', async () => {
  serving()
  const { user, query } = renderPage(
    <OverviewPage />,
    rita,
    '/compliance-overview/index?scope=out&recheck=yes&size=20',
  )
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect([...query().keys()]).toEqual(['size']))
})

it('offers to create a collection to those who may', async () => {
  const { user } = renderPage(<OverviewPage />, ada, '/compliance-overview/index')
  expect(await screen.findByText('No compliance collections yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create New Compliance Info' }))
  expect(currentOverlay()).toEqual({ kind: 'createCompliance' })
})

it('has no creation for readers', async () => {
  renderPage(<OverviewPage />, rita, '/compliance-overview/index')
  await screen.findByText('No compliance collections yet')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Create New/ })).toBeNull())
})
