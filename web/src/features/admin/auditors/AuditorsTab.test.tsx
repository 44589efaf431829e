import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Auditor } from '@/api/types'
import { collection } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { AuditorsTab } from './AuditorsTab'

connectApp()
const server = startServer(ada)

const auditor: Auditor = {
  user: { ...rita.user, account: 'eve', displayName: '', guestUntil: '2999-03-05T00:00:00Z', auditor: true },
  collections: [{ id: 'c1', name: 'NWA Ops' }],
  manualPaths: ['/H160/MEL'],
}

function holding(...auditors: Auditor[]) {
  server.use(
    http.get(at('/auditors'), () => HttpResponse.json(auditors)),
    http.get(at('/compliance'), () =>
      HttpResponse.json([collection('c1', { policyCollectionName: 'NWA Ops' })]),
    ),
  )
}

it('lists auditors with what they may read and until when', async () => {
  const ended = {
    ...auditor,
    user: { ...auditor.user, id: 'u2', account: 'old', guestUntil: '2026-01-02T00:00:00Z' },
  }
  holding(auditor, ended)
  renderPage(<AuditorsTab />, ada)
  const row = within(await screen.findByRole('row', { name: /eve/ }))
  expect(row.getByRole('cell', { name: 'NWA Ops' })).toBeInTheDocument()
  expect(row.getByRole('cell', { name: 'H160/MEL' })).toBeInTheDocument()
  expect(row.queryByText('Ended')).toBeNull()
  expect(within(screen.getByRole('row', { name: /old/ })).getByText('Ended')).toBeVisible()
})

it('creates an auditor with an end and something to read, and shows the password once', async () => {
  holding()
  const sent: unknown[] = []
  server.use(
    http.post(at('/auditors'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ auditor, password: 'secret-once' }, { status: 201 })
    }),
  )
  const { user } = renderPage(<AuditorsTab />, ada)
  expect(await screen.findByText('No auditors')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create auditor' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Create auditor' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Enter the last day.')).toBeVisible()
  expect(dialog.getByText('Choose at least one collection or manual.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: /Account/ }), 'eve')
  await user.type(dialog.getByRole('textbox', { name: /Email/ }), 'eve@example.org')
  await user.type(dialog.getByRole('textbox', { name: /Last day/ }), '2999/03/04')
  await user.click(await dialog.findByRole('checkbox', { name: 'NWA Ops' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Password of eve' }))
  expect(shown.getByText('secret-once')).toBeVisible()
  const until = new Date(2999, 2, 5).toISOString()
  expect(sent).toEqual([
    {
      account: 'eve',
      email: 'eve@example.org',
      displayName: '',
      until,
      collectionIds: ['c1'],
      manualPaths: [],
    },
  ])
})

it('changes what an auditor may read', async () => {
  holding(auditor)
  const sent: unknown[] = []
  server.use(
    http.put(at('/auditors/eve'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(auditor)
    }),
  )
  const { user } = renderPage(<AuditorsTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Edit eve' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Edit eve' }))
  await user.click(await dialog.findByRole('checkbox', { name: 'NWA Ops' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ collectionIds: [], manualPaths: ['/H160/MEL'], version: 1 })
})

it('does not say that there is nothing to read when it could not be asked for', async () => {
  holding()
  server.use(http.get(at('/compliance'), () => problem(403, 'forbidden', 'Not allowed')))
  const { user } = renderPage(<AuditorsTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Create auditor' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Create auditor' }))
  expect(await dialog.findByText('There are no manuals yet.')).toBeVisible()
  expect(await dialog.findByText('Not allowed')).toBeVisible()
  expect(dialog.queryByText('There are no collections yet.')).toBeNull()
})
