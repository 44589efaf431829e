import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { ServiceToken } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { TokensTab } from './TokensTab'

connectApp()
const server = startServer(ada)

const parts: ServiceToken = {
  id: 't1',
  name: 'Parts',
  permissions: ['readContent', 'importPackages'],
  databases: ['H160'],
  createdBy: 'ada',
  usable: true,
  createdOn: '2026-03-04T05:06:07Z',
  expiresOn: '2999-03-04T05:06:07Z',
}

function holding(...tokens: ServiceToken[]) {
  server.use(
    http.get(at('/serviceTokens'), () => HttpResponse.json(tokens)),
    http.get(at('/csdb'), () => HttpResponse.json([library.csdb('H160'), library.csdb('H175')])),
  )
}

it('lists tokens with scope, last use and end', async () => {
  holding(
    parts,
    { ...parts, id: 't2', name: 'Old', databases: undefined, expiresOn: '2026-03-05T05:06:07Z' },
    { ...parts, id: 't3', name: 'Left', usable: false, usedOn: '2026-03-04T05:06:07Z' },
  )
  renderPage(<TokensTab />, ada)
  const row = within(await screen.findByRole('row', { name: /Parts/ }))
  expect(row.getByText('Read and search content · Upload and import packages')).toBeVisible()
  expect(row.getByRole('cell', { name: 'H160' })).toBeVisible()
  expect(row.getByRole('cell', { name: 'Never' })).toBeVisible()
  const old = within(screen.getByRole('row', { name: /Old/ }))
  expect(old.getByText('Expired')).toBeVisible()
  expect(old.getByRole('cell', { name: 'All' })).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Left/ })).getByText('Creator inactive')).toBeVisible()
})

it('creates a token for some databases and shows it once', async () => {
  holding()
  const sent: unknown[] = []
  server.use(
    http.post(at('/serviceTokens'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ token: 'afs_secret', details: parts }, { status: 201 })
    }),
  )
  const { user } = renderPage(<TokensTab />, ada)
  expect(await screen.findByText('No service tokens')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Create token' }))
  await user.click(dialog.getByRole('radio', { name: 'Only selected databases' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Enter a name.')).toBeVisible()
  expect(dialog.getByText('Choose at least one database.')).toBeVisible()
  expect(sent).toEqual([])

  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Parts')
  await user.click(dialog.getByRole('checkbox', { name: 'Upload and import packages' }))
  await user.click(await dialog.findByRole('checkbox', { name: 'H175' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Valid for' }), '30 days')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Token Parts' }))
  expect(shown.getByText('afs_secret')).toBeVisible()
  expect(sent).toEqual([
    { name: 'Parts', permissions: ['readContent', 'importPackages'], databases: ['H175'], days: 30 },
  ])
  await user.click(shown.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('afs_secret')).toBeNull()
})

it('says next to the name that it is taken', async () => {
  holding(parts)
  server.use(
    http.post(at('/serviceTokens'), () => problem(409, 'service_token.name_taken', 'This name is taken')),
  )
  const { user } = renderPage(<TokensTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Parts')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(
    await screen.findByRole('textbox', { name: /Name/, description: /This name is taken/ }),
  ).toBeInvalid()
})

it('revokes a token after a question', async () => {
  holding(parts)
  let revoked = ''
  server.use(
    http.delete(at('/serviceTokens/:id'), ({ params }) => {
      revoked = String(params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<TokensTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Revoke Parts' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(revoked).toBe('t1'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
