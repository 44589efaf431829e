import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Me } from '@/api/types'
import { collection, listedItem, openItem, policyRef } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
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
  const { user } = renderPage(<AuditorShell />, eve)
  await user.click(await screen.findByRole('link', { name: 'NWA Ops' }))
  expect(await screen.findByRole('region', { name: 'Audit packs' })).toBeVisible()
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
