import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { UserAccess } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada, arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { UserAccessDialog } from './UserAccessDialog'

connectApp()
const server = startServer(ada)

const seen: UserAccess[] = [
  { path: '/H160', level: 'author', reason: 'group', group: 'Fleet 2', ofManual: false },
  { path: '/H160/MEL', level: 'author', reason: 'group', group: 'Fleet 2', ofManual: false },
  { path: '/H160/AMM', level: 'none', reason: 'noGrant', ofManual: true },
  { path: '/NV240', level: 'author', reason: 'role', ofManual: false },
]

it('says what somebody may do where, and through what', async () => {
  server.use(http.get(at('/access/ofUser'), () => HttpResponse.json(seen)))
  const { user } = renderPage(<UserAccessDialog user={arthur.user} onClose={() => undefined} />, ada)
  const row = async (path: string) =>
    within(await screen.findByRole('row', { name: new RegExp(`^${path} `) }))
  expect((await row('/H160')).getByText('Through group Fleet 2')).toBeVisible()
  expect((await row('/H160/MEL')).getByText('Through group Fleet 2 (from the database)')).toBeVisible()
  expect((await row('/H160/AMM')).getByText('Limited, no grant')).toBeVisible()
  expect((await row('/NV240')).getByText('By role')).toBeVisible()
  await user.type(screen.getByRole('searchbox'), 'amm')
  expect(screen.getAllByRole('row')).toHaveLength(2)
})

it('says when it cannot be loaded', async () => {
  server.use(http.get(at('/access/ofUser'), () => problem(404, 'user.not_found', 'User not found')))
  renderPage(<UserAccessDialog user={arthur.user} onClose={() => undefined} />, ada)
  expect(await screen.findByText('The access of this user could not be loaded')).toBeVisible()
})
