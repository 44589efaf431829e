import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { FleetMap } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { FleetTab } from './FleetTab'

connectApp()
const server = startServer()
const mel = library.manual('H160', 'MEL')
const counts = { one: 0, several: 0, none: 0, missing: 0, open: 0 }
const module = (code: string) => ({ title: `Title of ${code}`, path: `/H160/MEL/${code}.XML`, code })

const shown: FleetMap = {
  products: false,
  pending: 0,
  unknownAircraft: 0,
  trail: [],
  aircraft: {
    items: ['HB-ZAA', 'HB-ZAB'].map((name) => ({
      name,
      operator: 'ALP',
      model: 'H160-B',
      serialNumber: '1',
    })),
    total: 2,
    pageNumber: 1,
    pageSize: 50,
  },
  rows: {
    items: [
      {
        id: '7',
        type: 'toc',
        prefix: '21',
        module: { title: 'Air', path: '', code: '' },
        alternates: [],
        cells: [{ aircraft: [0, 1], counts: { ...counts, one: 12 }, alternates: [] }],
      },
      {
        id: '8',
        type: 'toc_group',
        prefix: '',
        module: module('C'),
        alternates: [module('C1'), module('C2')],
        cells: [
          { aircraft: [0], counts: { ...counts, one: 1 }, alternates: [1] },
          { aircraft: [1], counts: { ...counts, missing: 1 }, alternates: [] },
        ],
      },
    ],
    total: 2,
    pageNumber: 1,
    pageSize: 10,
  },
}

function show(map: FleetMap) {
  const asked: Record<string, string>[] = []
  server.use(
    http.get(at('/config/operator'), () =>
      HttpResponse.json({ items: [{ code: 'ALP', name: 'Alpine' }], total: 1, pageNumber: 1, pageSize: 500 }),
    ),
    http.get(at('/toc/fleetMap'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json(map)
    }),
  )
  const routes = ['/library/:folderPath/:manualPath']
  return { asked, ...renderRoute(<FleetTab manual={mel} />, routes, ada, '/library/H160/MEL?tab=fleet') }
}

it('shows which alternate each aircraft gets, and where it gets none', async () => {
  show(shown)
  const row = await screen.findByRole('row', { name: /Title of C2/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    '2One module applies: Title of C2',
    '∅None of the alternates applies',
  ])
  const section = screen.getByRole('link', { name: '21 Air' })
  expect(section).toHaveAttribute('href', expect.stringContaining('section=7'))
})

it('asks for unclear places and for the aircraft of an operator', async () => {
  const { asked, user } = show(shown)
  await user.click(await screen.findByRole('checkbox', { name: 'Only unclear places' }))
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Operator' }),
    await screen.findByRole('option', { name: 'ALP · Alpine' }),
  )
  expect(await screen.findByRole('link', { name: '21 Air' })).toBeVisible()
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ manualPath: '/H160/MEL', gaps: 'true', operator: 'ALP' }),
  )
})

it('keeps the operator and the filter on the way into a section', async () => {
  const { user } = show(shown)
  await user.click(await screen.findByRole('checkbox', { name: 'Only unclear places' }))
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Operator' }),
    await screen.findByRole('option', { name: 'ALP · Alpine' }),
  )
  const section = await screen.findByRole('link', { name: '21 Air' })
  await waitFor(() => expect(section).toHaveAttribute('href', expect.stringContaining('operator=ALP')))
  expect(section).toHaveAttribute('href', expect.stringContaining('gaps=yes'))
})

it('tells aircraft without a column, and modules that cannot be read, and stops asking', async () => {
  const { asked } = show({ ...shown, pending: 3, unknownAircraft: 2 })
  expect(await screen.findByText(/2 aircraft have no column/)).toBeVisible()
  expect(screen.getByText('3 modules left to count…')).toBeVisible()
  expect(await screen.findByText(/3 modules cannot be read/, {}, { timeout: 4_000 })).toBeVisible()
  expect(asked).toHaveLength(4)
})

it('says that there are no aircraft', async () => {
  show({ ...shown, aircraft: { ...shown.aircraft, items: [], total: 0 } })
  expect(await screen.findByRole('heading', { name: 'No aircraft' })).toBeVisible()
})
