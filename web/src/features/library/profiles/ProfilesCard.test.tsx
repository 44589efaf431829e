import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Me, Profile } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { ProfilesCard } from './ProfilesCard'

connectApp()
const server = startServer()
const mel = library.manual('H160', 'MEL')
const hoist: Profile = {
  ...library.profile(mel, 'Hoist'),
  scope: 'assertion',
  assertion: { applicPropertyIdent: 'hoist', applicPropertyValues: 'yes|no', evaluates: [] },
}

function show(me: Me = ada) {
  const sent: unknown[] = []
  const keep = async ({ request }: { request: Request }) => {
    sent.push(request.method === 'DELETE' ? new URL(request.url).search : await request.json())
    return request.method === 'DELETE' ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(hoist)
  }
  server.use(
    http.get(at('/csdb/profile'), () => HttpResponse.json([library.profile(mel), hoist])),
    http.get(at('/config/operator'), () =>
      HttpResponse.json({ items: [{ code: 'ALP', name: 'Alpine' }], total: 1, pageNumber: 1, pageSize: 500 }),
    ),
    http.get(at('/view/choices/default/H160/MEL'), () =>
      HttpResponse.json({ aircraft: [], products: [], properties: [] }),
    ),
    http.post(at('/csdb/profile'), keep),
    http.put(at('/csdb/profile'), keep),
    http.delete(at('/csdb/profile'), keep),
  )
  return { sent, ...renderPage(<ProfilesCard manual={mel} />, me) }
}

it('says what each profile shows', async () => {
  show()
  const row = await screen.findByRole('row', { name: /Hoist/ })
  expect(within(row).getByText('hoist = yes / no')).toBeVisible()
})

it('adds a profile of the aircraft of an operator', async () => {
  const { sent, user } = show()
  await user.click(screen.getByRole('button', { name: 'Add profile' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'ALP')
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Operator' }),
    await dialog.findByRole('option', { name: 'ALP · Alpine' }),
  )
  await user.click(dialog.getByRole('radio', { name: "The operator's aircraft" }))
  await user.click(dialog.getByRole('button', { name: 'Add profile' }))
  await waitFor(() =>
    expect(sent).toEqual([{ manualPath: '/H160/MEL', name: 'ALP', operator: 'ALP', scope: 'fleet' }]),
  )
})

it('deletes a profile after a question', async () => {
  const { sent, user } = show()
  await user.click(await screen.findByRole('button', { name: 'Delete Hoist' }))
  await user.click(screen.getByRole('button', { name: 'Delete profile' }))
  await waitFor(() => expect(sent).toEqual([`?id=profile-Hoist&version=${hoist.version}`]))
})

it('is only shown to those who may not change the library', async () => {
  show(rita)
  expect(await screen.findByRole('button', { name: 'Delete Hoist' })).toHaveAttribute('aria-disabled', 'true')
})
