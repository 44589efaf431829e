import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { FleetAircraft } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { OperatorsPage } from './OperatorsPage'

connectApp()
const server = startServer(ada)

const helicopter: FleetAircraft = {
  registration: 'HB-ZAA',
  serialNumber: '1001',
  model: 'H160-B',
  productAttributes: [
    { name: 'hoist', value: 'yes' },
    { name: 'floats', value: 'no' },
  ],
  operatorCode: 'ALP',
  operatorName: 'Alpine Rotor',
}

function listing(items: FleetAircraft[], total = items.length) {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('/config/aircraft'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items, total, pageNumber: 1, pageSize: 10 })
    }),
  )
  return { last: () => Object.fromEntries(asked.at(-1) ?? []) }
}

const open = (query = '') =>
  renderPage(<OperatorsPage Redline={() => null} />, rita, `/operator-list/index?tab=aircraft${query}`)

it('shows each aircraft with its operator', async () => {
  listing([helicopter])
  open()
  const row = await screen.findByRole('row', { name: /HB-ZAA 1001 H160-B ALP Alpine Rotor/ })
  expect(within(row).getByText('hoist: yes, floats: no')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Aircraft', selected: true })).toBeVisible()
})

it('asks the server for what the address says', async () => {
  const list = listing([helicopter], 45)
  const { user, query } = open('&filter=hb&sort=operator&order=desc&page=2')
  await screen.findByText('HB-ZAA')
  expect(list.last()).toEqual({
    filter: 'hb',
    sort: 'operator',
    order: 'desc',
    pageNumber: '2',
    pageSize: '10',
  })
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(list.last()).toMatchObject({ pageNumber: '3' }))
  await user.click(screen.getByRole('button', { name: 'Model' }))
  await waitFor(() => expect(list.last()).toMatchObject({ sort: 'model', pageNumber: '1' }))
  expect(query().get('tab')).toBe('aircraft')
})

it('lists the aircraft of one operator, until all are wanted', async () => {
  const list = listing([helicopter])
  const { user, place } = open('&of=ALP&filter=hb')
  await screen.findByText('HB-ZAA')
  expect(list.last()).toMatchObject({ operator: 'ALP', filter: 'hb' })
  await user.click(screen.getByRole('button', { name: 'Only ALP: show all' }))
  await waitFor(() => expect(list.last()).not.toHaveProperty('operator'))
  expect(place()).toBe('/operator-list/index?tab=aircraft&filter=hb')
})

it('opens the operator of an aircraft over the list', async () => {
  listing([helicopter])
  const { user, place } = open()
  await user.click(await screen.findByRole('button', { name: 'ALP' }))
  expect(place()).toBe('/operator-list/index?tab=aircraft&operator=ALP')
})

it('leaves search and page behind when the other tab is chosen', async () => {
  listing([helicopter])
  const { user, place } = open('&filter=hb')
  await screen.findByText('HB-ZAA')
  await user.click(screen.getByRole('tab', { name: 'Operators' }))
  expect(place()).toBe('/operator-list/index')
  await user.click(screen.getByRole('tab', { name: 'Aircraft' }))
  expect(place()).toBe('/operator-list/index?tab=aircraft')
})

it('says where aircraft are entered when there are none, and how to find more when none matches', async () => {
  listing([])
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'No aircraft yet' })).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Search aircraft' }), 'xx{Enter}')
  expect(await screen.findByRole('heading', { name: 'No results for “xx”' })).toBeVisible()
})

it('shows why the list cannot be loaded', async () => {
  server.use(http.get(at('/config/aircraft'), () => problem(503, 'server.busy', 'The server is busy')))
  open()
  expect(await screen.findByText('The aircraft could not be loaded')).toBeVisible()
  expect(screen.getByText('The server is busy')).toBeVisible()
})
