import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { collection, listedItem, policyMapping } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { MappingsPage } from './MappingsPage'

connectApp()
const server = startServer(ada)

const page = (items: unknown[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 10 })
const other = collection('c2', { policyCollectionName: 'Audit' })

function serving() {
  server.use(
    http.get(at('/compliance'), () => HttpResponse.json([collection('c1'), other])),
    http.get(at('/compliance/mappings'), () => HttpResponse.json(page([policyMapping('m1')]))),
    http.get(at('/compliance/policyItems'), ({ request }) => {
      const from = new URL(request.url).searchParams.get('fromPath')
      const code = from === '/c2' ? 'Q.2' : 'ORO.2'
      return HttpResponse.json(page([listedItem(`${from?.slice(1)}-item`, { policyItemCode: code })]))
    }),
  )
}

const show = (query = '?collection=c1&other=c2', me = ada) =>
  renderPage(<MappingsPage />, me, `/compliance-mappings/index${query}`)

it('asks for two collections first', async () => {
  serving()
  show('?collection=c1')
  expect(await screen.findByText('Choose two collections')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New mapping' })).toBeNull()
})

it('lists the mappings of two collections; readers change none', async () => {
  serving()
  show(undefined, rita)
  const row = await screen.findByRole('row', { name: /ORO\.1/ })
  expect(row).toHaveTextContent('includes')
  expect(within(row).getByRole('link', { name: 'Q.1' })).toHaveAttribute('href', '#/compliance/c2?item=m1-c2')
  expect(screen.queryByRole('button', { name: 'New mapping' })).toBeNull()
})

it('names in the actions of a row what they are about', async () => {
  serving()
  show()
  const row = within(await screen.findByRole('row', { name: /ORO\.1/ }))
  expect(row.getByRole('button', { name: 'Update mapping of ORO.1 to Q.1' })).toBeVisible()
  expect(row.getByRole('button', { name: 'Delete mapping of ORO.1 to Q.1' })).toBeVisible()
})

it('maps two requirements', async () => {
  serving()
  const sent: unknown[] = []
  server.use(
    http.post(at('/compliance/mappings'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(policyMapping('m2'), { status: 201 })
    }),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'New mapping' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New mapping' }))
  const choice = (name: string) => dialog.getByRole('combobox', { name })
  await dialog.findByRole('option', { name: 'ORO.2 Fuel pumps' })
  await user.selectOptions(choice('Requirement of NWA Ops'), 'c1-item')
  await user.selectOptions(choice('Requirement of Audit'), 'c2-item')
  await user.selectOptions(choice('Relationship'), 'subset')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { sourceId: 'c1-item', targetId: 'c2-item', relationship: 'subset', rationale: '' },
    ]),
  )
})

it('tells at the relationship which requirements would form a circle, and keeps the form', async () => {
  serving()
  const way = 'Each would be part of the next one, in a circle: ORO.2 → Q.2 → ORO.2.'
  server.use(http.post(at('/compliance/mappings'), () => problem(409, 'policy_mapping.circle', way)))
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'New mapping' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New mapping' }))
  const choice = (name: string) => dialog.getByRole('combobox', { name })
  await dialog.findByRole('option', { name: 'ORO.2 Fuel pumps' })
  await user.selectOptions(choice('Requirement of NWA Ops'), 'c1-item')
  await user.selectOptions(choice('Requirement of Audit'), 'c2-item')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(choice('Relationship')).toHaveAccessibleDescription(/circle: ORO\.2 → Q\.2/))
  expect(choice('Requirement of NWA Ops')).toHaveValue('c1-item')
})

it('names what is still missing', async () => {
  serving()
  const asked: string[] = []
  const counts = { own: 1, mapped: 0, part: 0, open: 0, missing: 1 }
  server.use(
    http.get(at('/compliance/mappings/coverage'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({
        figures: [
          { collection: collection('c1'), ...counts },
          { collection: other, ...counts, mapped: 2 },
        ],
        items: page([
          {
            id: 'i3',
            policyItemCode: 'ORO.3',
            title: 'Crew',
            status: 'not_assessed',
            needsRecheck: false,
            proof: 'missing',
            counterparts: [],
          },
          {
            id: 'i4',
            policyItemCode: 'ORO.4',
            title: 'Fuel',
            status: 'compliant',
            needsRecheck: true,
            proof: 'open',
            counterparts: [
              { ...policyMapping('m1').target, relationship: 'equal', counts: false, isWithdrawn: true },
              { ...policyMapping('m2').target, relationship: 'equal', needsRecheck: true },
            ],
          },
        ]),
      })
    }),
  )
  const { user } = show('?collection=c1&other=c2&tab=coverage')
  const figures = within(await screen.findByRole('table', { name: 'Proof by mapping' }))
  expect(figures.getByRole('row', { name: /Audit/ })).toHaveTextContent('Audit12001')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Proof' }), 'part,open,missing')
  await waitFor(() => expect(decodeURIComponent(asked.at(-1) ?? '')).toContain('proof=part,open,missing'))
  expect(screen.getByRole('row', { name: /ORO\.3/ })).toHaveTextContent('No counterpart')
  const changed = screen.getByRole('row', { name: /ORO\.4/ })
  expect(changed).toHaveTextContent('CompliantTo assess againOpen')
  expect(within(changed).getByText('Withdrawn')).toBeVisible()
  expect(within(changed).getAllByText('To assess again')).toHaveLength(2)
})

it('keeps the chosen requirement in sight while another one is searched for', async () => {
  serving()
  server.use(
    http.get(at('/compliance/policyItems'), ({ request }) => {
      const query = new URL(request.url).searchParams
      const all = [
        listedItem('a', { policyItemCode: 'ORO.2' }),
        listedItem('b', { policyItemCode: 'ORO.3', isWithdrawn: true }),
      ]
      return HttpResponse.json(page(query.get('keywordFilter') ? [] : all))
    }),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'New mapping' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New mapping' }))
  const choice = dialog.getByRole('combobox', { name: 'Requirement of NWA Ops' })
  await within(choice).findByRole('option', { name: 'ORO.2 Fuel pumps' })
  expect(within(choice).queryByRole('option', { name: /ORO\.3/ })).toBeNull()
  await user.selectOptions(choice, 'a')
  await user.type(dialog.getByRole('searchbox', { name: 'Search in NWA Ops' }), 'other')
  await waitFor(() => expect(within(choice).getAllByRole('option')).toHaveLength(2))
  expect(choice).toHaveDisplayValue('ORO.2 Fuel pumps')
})
