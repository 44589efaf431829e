import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { PlaceAccess, PlaceSummary } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { AccessTab } from './AccessTab'

connectApp()
const server = startServer(ada)

const places: PlaceSummary[] = [
  { path: '/H160', limited: true, grantCount: 1 },
  { path: '/H160/MEL', limited: false, grantCount: 0 },
  { path: '/NV240', limited: false, grantCount: 0 },
]
const h160: PlaceAccess = { path: '/H160', limited: true, grants: [{ group: 'Fleet 2', level: 'author' }] }

/** Answers with the places and remembers the changes. */
function library(list = places) {
  const sent: unknown[] = []
  server.use(
    http.get(at('/access/list'), () => HttpResponse.json(list)),
    http.get(at('/access'), ({ request }) => {
      const path = new URL(request.url).searchParams.get('path') ?? ''
      return HttpResponse.json(path === '/H160' ? h160 : { path, limited: false, grants: [] })
    }),
    http.put(at('/access'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json([])
    }),
    http.get(at('/groups'), () =>
      HttpResponse.json({ items: [{ id: 'g3', name: 'Fleet 3' }], total: 1, pageNumber: 1, pageSize: 10 }),
    ),
  )
  return sent
}

async function open(path: string) {
  const page = renderPage(<AccessTab />, ada)
  await page.user.click(await screen.findByRole('button', { name: `Change access to ${path}` }))
  // Another dialog stands there until the access is loaded.
  await screen.findByRole('button', { name: 'Save' })
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: `Access to ${path}` })) }
}

describe('the list of places', () => {
  it('shows what is limited, also through the database', async () => {
    library()
    renderPage(<AccessTab />, ada)
    const limit = async (path: string) =>
      within(await screen.findByRole('row', { name: new RegExp(`${path} `) })).getAllByRole('cell')[2]
    expect(await limit('/H160')).toHaveTextContent('Limited')
    expect(await limit('/H160/MEL')).toHaveTextContent(/^Limited.*Through its database$/)
    expect(await limit('/NV240')).toHaveTextContent('Open')
  })

  it('explains that there is nothing to limit yet', async () => {
    library([])
    renderPage(<AccessTab />, ada)
    expect(await screen.findByRole('heading', { name: 'No databases yet' })).toBeVisible()
  })
})

describe('one place', () => {
  it('asks before a grant is taken away, and sends only the change', async () => {
    const sent = library()
    const { user, dialog } = await open('/H160')
    await user.click(await dialog.findByRole('button', { name: 'Remove the grant of Fleet 2' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('dialog', { name: 'Take access away?' }))
    expect(question.getByText('Lower or no access: Fleet 2')).toBeVisible()
    expect(sent).toEqual([])
    await user.click(question.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Access to /H160 saved.')).toBeVisible()
    expect(sent).toEqual([{ paths: ['/H160'], grants: [{ group: 'Fleet 2' }] }])
  })

  it('gives a grant to a group without asking', async () => {
    const sent = library()
    const { user, dialog } = await open('/H160')
    await user.type(await dialog.findByRole('combobox', { name: 'Find people and groups' }), 'fleet')
    await user.click(await dialog.findByRole('option', { name: /Fleet 3/ }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Level of Fleet 3' }), 'Approve')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toEqual([{ paths: ['/H160'], grants: [{ group: 'Fleet 3', level: 'approve' }] }])
  })

  it('shows of a manual what its database says', async () => {
    library()
    const { user, dialog } = await open('/H160/MEL')
    expect(await dialog.findByText('/H160 is limited')).toBeVisible()
    expect(dialog.getByText('Group Fleet 2: Author')).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Same as its database' })).toBeChecked()
    await user.hover(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('No changes')).toBeVisible()
  })

  it('shows a refusal and keeps what was chosen', async () => {
    library()
    server.use(http.put(at('/access'), () => problem(404, 'csdb.not_found', 'Database not found')))
    const { user, dialog } = await open('/NV240')
    await user.click(await dialog.findByRole('radio', { name: 'Limited' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(within(screen.getByRole('dialog', { name: 'Take access away?' })).getByText('Save'))
    expect(await dialog.findByText('Database not found')).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Limited' })).toBeChecked()
  })
})

it('keeps the choice of places when nothing is changed', async () => {
  library()
  const { user } = renderPage(<AccessTab />, ada)
  await user.click(await screen.findByRole('checkbox', { name: 'Select /H160/MEL' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select /NV240' }))
  await user.click(screen.getByRole('button', { name: 'Change selected (2)' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Change selected (2)' })).toBeVisible()
})

it('limits several places at once', async () => {
  const sent = library()
  const { user } = renderPage(<AccessTab />, ada)
  await user.hover(await screen.findByRole('button', { name: 'Change selected (0)' }))
  expect(await screen.findByText('Select databases or manuals first')).toBeVisible()
  await user.click(await screen.findByRole('checkbox', { name: 'Select /H160/MEL' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select /NV240' }))
  await user.click(screen.getByRole('button', { name: 'Change selected (2)' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Access to 2 selected items' }))
  await user.click(dialog.getByRole('radio', { name: 'Limited' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(screen.getByRole('dialog', { name: 'Take access away?' }))
  expect(question.getByText('Everyone without a grant loses access.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Access to 2 items saved.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Change selected (0)' })).toBeVisible()
  expect(sent).toEqual([{ paths: ['/H160/MEL', '/NV240'], limited: true, grants: [] }])
})
