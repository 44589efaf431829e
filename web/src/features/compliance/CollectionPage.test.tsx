import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { complianceQuery } from '@/api/compliance'
import { queryClient } from '@/api/queries'
import { category, collection, listedItem, openItem, policyCounts } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { CollectionPage } from './CollectionPage'
import { CollectionDialog } from './dialogs/CollectionDialog'

connectApp()
const server = startServer(ada)
const sub = category('/c1/a/b', { policyCategoryCode: '', name: 'Training' })
const top = category('/c1/a', { childs: [sub] })

function serving() {
  const asked: string[] = []
  server.use(
    http.get(at('/compliance'), ({ request }) => {
      const isTree = new URL(request.url).searchParams.has('fromPath')
      return HttpResponse.json([collection('c1', { childs: isTree ? [top] : [] })])
    }),
    http.get(at('/compliance/dashboard'), () =>
      HttpResponse.json({
        collections: [{ ...collection('c1'), counts: policyCounts() }],
        categories: [{ ...top, counts: policyCounts() }],
        manuals: [],
        operators: [],
        trend: [],
      }),
    ),
    http.get(at('/compliance/policyItems'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items: [listedItem('i1')], total: 1, pageNumber: 1, pageSize: 10 })
    }),
  )
  return asked
}

/** Answers a call and remembers what was sent. */
function answering(method: 'post' | 'put', path: string, reply: () => Response) {
  const sent: unknown[] = []
  server.use(
    http[method](at(path), async ({ request }) => {
      sent.push(await request.json())
      return reply()
    }),
  )
  return sent
}

// The specification has two names for this route: /compliance/{policy} and /compliance/{id}.
const show = (me = ada, path = '/compliance/c1') =>
  renderRoute(<CollectionPage />, ['/compliance/:policy', '*'], me, path)

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('a collection', () => {
  it('shows its categories and requirements', async () => {
    const asked = serving()
    const { user } = show()
    expect(await screen.findByRole('heading', { level: 1, name: 'NWA Ops' })).toBeVisible()
    expect(screen.getByText('Northwind Authority · Regulatory · Issue 2')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'ORO.1' })).toBeVisible()
    expect(asked[0]).toContain('fromPath=%2Fc1')
    await user.type(screen.getByRole('searchbox', { name: 'Search requirements' }), 'pump')
    await waitFor(() => expect(asked.at(-1)).toContain('keywordFilter=pump'))
    await user.click(screen.getByRole('switch', { name: 'No reference' }))
    await waitFor(() => expect(asked.at(-1)).toContain('unreferenced=true'))
  })

  it('lists the requirements of the selected category', async () => {
    const asked = serving()
    const { user, query } = show(rita, '/compliance/c1?category=/c1/a')
    await screen.findByRole('link', { name: 'ORO.1' })
    expect(asked[0]).toContain('fromPath=%2Fc1%2Fa')
    await user.click(screen.getByRole('button', { name: 'Show all categories' }))
    await waitFor(() => expect(query().get('category')).toBeNull())
  })

  it('says that it does not exist', async () => {
    serving()
    show(rita, '/compliance/other')
    expect(await screen.findByText('Collection not found')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Compliance' })).toBeVisible()
  })

  it('is for readers without actions', async () => {
    serving()
    show(rita)
    await screen.findByRole('link', { name: 'ORO.1' })
    for (const name of ['Update', 'New requirement', 'Delete', 'New category']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })
})

describe('the dialogs of a collection', () => {
  it('update it under the title of the specification, with the version that was read', async () => {
    serving()
    const sent = answering('put', '/compliance/c1', () => HttpResponse.json(collection('c1')))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    const form = await dialog('Update Compliance')
    const name = form.getByRole('textbox', { name: 'Name' })
    await user.clear(name)
    expect(form.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true')
    await user.type(name, 'NWA Ops 2')
    await user.click(form.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Operation successful!')).toBeVisible()
    expect(sent).toMatchObject([
      { policyCollectionName: 'NWA Ops 2', complianceType: 'regulatory', version: 3 },
    ])
  })

  it('keep what was typed when somebody else was faster', async () => {
    serving()
    answering('put', '/compliance/c1', () => problem(409, 'changed_meanwhile', 'Somebody else changed it'))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    const form = await dialog('Update Compliance')
    await user.type(form.getByRole('textbox', { name: 'Name' }), ' 2')
    await user.click(form.getByRole('button', { name: 'Update' }))
    expect(await form.findByText('Somebody else changed it')).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('NWA Ops 2')
  })

  it('update it in the version that was opened, not in a newer one', async () => {
    serving()
    const sent = answering('put', '/compliance/c1', () => HttpResponse.json(collection('c1')))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    const form = await dialog('Update Compliance')
    const newer = collection('c1', { policyCollectionName: 'NWA Ops 9', version: 4 })
    act(() => void queryClient.setQueryData(complianceQuery().queryKey, [newer]))
    expect(await screen.findByRole('heading', { name: 'NWA Ops 9' })).toBeVisible()
    await user.type(form.getByRole('textbox', { name: 'Source reference' }), ' B')
    await user.click(form.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(sent).toMatchObject([{ policyCollectionName: 'NWA Ops', version: 3 }]))
  })

  it('create a category under the title of the specification', async () => {
    serving()
    const sent = answering('post', '/compliance/policyCategory', () => HttpResponse.json(category('/c1/n')))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'New category' }))
    const form = await dialog('Create New Policy Category')
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Fuel')
    await user.click(form.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent).toEqual([{ parentPath: '/c1', policyCategoryCode: '', name: 'Fuel' }]))
  })

  it('delete it for good, and lead to the dashboard', async () => {
    serving()
    const sent = answering('put', '/compliance/delete', () => new HttpResponse(null, { status: 204 }))
    const { user, place } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const confirm = await dialog('Delete Compliance')
    expect(confirm.getByText(/cannot be restored/)).toBeVisible()
    await user.click(confirm.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(place()).toBe('/dashboard'))
    expect(await screen.findByText('Operation successful!')).toBeVisible()
    expect(sent).toEqual([{ complianceInfoPath: '/c1', version: 3 }])
  })

  it('create a requirement, and open it', async () => {
    serving()
    server.use(http.get(at('/compliance/policyItem/i1'), () => HttpResponse.json(openItem())))
    server.use(
      http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json([])),
      http.get(at('/compliance/policyItem/i1/history'), () => HttpResponse.json([])),
    )
    const sent = answering('post', '/compliance/policyItem', () => HttpResponse.json(openItem()))
    const { user, place } = show()
    await user.click(await screen.findByRole('button', { name: 'New requirement' }))
    const form = await dialog('Create New Requirement')
    await user.type(form.getByRole('textbox', { name: 'Code' }), 'ORO.1')
    await user.click(form.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(place()).toBe('/compliance/c1?item=i1'))
    expect(sent).toMatchObject([{ parentPath: '/c1', policyItemCode: 'ORO.1', kind: 'RULE', clauses: [] }])
  })
})

describe('a new requirement', () => {
  it('is assessed by its kind until the user decides otherwise', async () => {
    serving()
    server.use(http.get(at('/compliance/policyItem/i1'), () => HttpResponse.json(openItem())))
    server.use(
      http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json([])),
      http.get(at('/compliance/policyItem/i1/history'), () => HttpResponse.json([])),
    )
    const sent = answering('post', '/compliance/policyItem', () => HttpResponse.json(openItem()))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'New requirement' }))
    const form = await dialog('Create New Requirement')
    await user.type(form.getByRole('textbox', { name: 'Code' }), 'GM1')
    const kind = form.getByRole('combobox', { name: 'Kind' })
    const assessed = form.getByRole('switch', { name: 'To be assessed' })
    expect(assessed).toBeChecked()
    await user.selectOptions(kind, 'Guidance material')
    expect(assessed).not.toBeChecked()
    await user.selectOptions(kind, 'Standard')
    expect(assessed).toBeChecked()
    await user.click(assessed)
    await user.click(assessed)
    await user.selectOptions(kind, 'Information')
    expect(assessed).toBeChecked()
    await user.click(assessed)
    await user.click(form.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent).toMatchObject([{ kind: 'INFO', isAssessable: false }]))
  })
})

describe('a new collection', () => {
  it('needs name, originator and type, and opens once it is created', async () => {
    serving()
    const sent = answering('post', '/compliance', () => HttpResponse.json(collection('c2')))
    const { user, place } = renderRoute(
      <CollectionDialog onClose={() => undefined} />,
      ['*'],
      ada,
      '/dashboard',
    )
    const form = await dialog('Create New Compliance')
    const create = form.getByRole('button', { name: 'Create' })
    expect(create).toHaveAttribute('aria-disabled', 'true')
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'NWA Ops')
    await user.type(form.getByRole('textbox', { name: 'Originator' }), 'NWA')
    expect(create).toHaveAttribute('aria-disabled', 'true')
    await user.selectOptions(form.getByRole('combobox', { name: 'Compliance Type' }), 'Audit')
    await user.click(create)
    await waitFor(() => expect(place()).toBe('/compliance/c2'))
    expect(sent).toMatchObject([
      { policyCollectionName: 'NWA Ops', policyOriginator: 'NWA', complianceType: 'audit' },
    ])
  })
})
