import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Aircraft, ComparedVersions, FleetPreview } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { FleetPreviewDialog } from './FleetPreviewDialog'

connectApp()
const server = startServer()
const aircraft: Aircraft = {
  registration: 'HB-ZAA',
  serialNumber: '1',
  model: 'H160-B',
  productAttributes: [],
}
const module = (code: string) => ({ title: `Title of ${code}`, path: `/H160/MEL/${code}.XML`, code })
const changed: FleetPreview = {
  aircraft: [
    {
      registration: 'HB-ZAA',
      before: aircraft,
      after: aircraft,
      manuals: [
        {
          manualPath: '/H160/MEL',
          name: 'MEL',
          appears: 0,
          disappears: 0,
          alternates: 1,
          contents: 0,
          unclear: 0,
          pending: 0,
        },
      ],
    },
  ],
  aircraftLeftOut: 0,
  manualsLeftOut: 0,
}

function show(preview: FleetPreview) {
  const asked: unknown[] = []
  const compared: unknown[] = []
  server.use(
    http.post(at('/config/operator/preview/redline'), async ({ request }) => {
      compared.push(await request.json())
      return HttpResponse.json({ count: 3, pages: [], sources: [], differences: [], status: [] })
    }),
    http.post(at('/config/operator/preview'), () => HttpResponse.json(preview)),
    http.post(at('/config/operator/preview/places'), async ({ request }) => {
      asked.push(await request.json())
      const place = {
        id: '1',
        prefix: '26',
        title: 'Extinguisher',
        change: 'alternate',
        before: [module('A')],
        after: [module('B')],
      }
      return HttpResponse.json({
        page: { items: [place], total: 1, pageNumber: 1, pageSize: 20 },
        pending: 0,
      })
    }),
  )
  const redline = ({ path, compared: { count } }: { path: string; compared: ComparedVersions }) => (
    <p>{`${path} with ${count}`}</p>
  )
  const dialog = (
    <FleetPreviewDialog operatorId="o1" aircraft={[aircraft]} Redline={redline} onClose={() => undefined} />
  )
  return { asked, compared, ...renderPage(dialog, ada) }
}

it('lists the alternates that change, with their redline', async () => {
  const { asked, compared, user } = show(changed)
  await user.click(await screen.findByRole('button', { name: 'MEL: Other alternate, 1' }))
  expect(await screen.findByRole('link', { name: 'Title of B' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show redline' }))
  expect(await screen.findByText('/H160/MEL/B.XML with 3')).toBeVisible()
  expect(screen.getByText('3 differences')).toBeVisible()
  const sides = { before: '/H160/MEL/A.XML', after: '/H160/MEL/B.XML' }
  expect(compared).toEqual([{ operatorId: 'o1', aircraft: [aircraft], registration: 'HB-ZAA', ...sides }])
  await waitFor(() =>
    expect(asked[0]).toMatchObject({
      operatorId: 'o1',
      registration: 'HB-ZAA',
      manualPath: '/H160/MEL',
      change: 'alternate',
    }),
  )
})

it('stops asking for modules that cannot be read, and says what it left out', async () => {
  const [one] = changed.aircraft
  const manuals = (one?.manuals ?? []).map((manual) => ({ ...manual, pending: 2 }))
  show({ aircraft: one ? [{ ...one, manuals }] : [], aircraftLeftOut: 0, manualsLeftOut: 3 })
  expect(await screen.findByText('2 modules left to count…')).toBeVisible()
  expect(screen.getByText('3 more manuals for these aircraft are not shown.')).toBeVisible()
  expect(await screen.findByText(/2 modules cannot be read/, {}, { timeout: 4_000 })).toBeVisible()
})

it('says that nothing changes', async () => {
  show({ aircraft: [], aircraftLeftOut: 0, manualsLeftOut: 0 })
  expect(await screen.findByRole('heading', { name: 'No changes' })).toBeVisible()
})
