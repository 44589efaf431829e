import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { DispatchOverride, GuardedItem, ItemGuard } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { paula } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { MelGuardCard } from './MelGuardCard'

connectApp()
const server = startServer(paula)

const item = library.file('DMC-A_en-US', { contentType: 'dispatchItem' })
const excess = { label: 'A', code: 'category', value: 'C' }

const given: DispatchOverride = {
  version: '77',
  masterVersion: '70',
  reason: 'Agreed with the authority',
  approvedBy: 'paula',
  approvedOn: '2026-02-01T10:00:00Z',
}

function guarded(more: Partial<GuardedItem>): GuardedItem {
  return { version: '77', masterVersion: '70', excesses: [excess], isBlocked: true, ...more }
}

function serving(guard: ItemGuard) {
  server.use(http.get(at(`/files/melGuard/default${item.path}`), () => HttpResponse.json(guard)))
}

it('names what an item allows, and takes the reason of an override', async () => {
  serving({ item: guarded({ masterPath: item.path }), overrides: [], mayOverride: true })
  const sent: unknown[] = []
  server.use(
    http.post(at(`/files/melOverride/default${item.path}`), async ({ request }) => {
      sent.push(await request.json())
      serving({
        item: guarded({ isBlocked: false, overridden: given }),
        overrides: [given],
        mayOverride: false,
      })
      return HttpResponse.json({ item: guarded({}), overrides: [], mayOverride: true })
    }),
  )
  const { user } = renderPage(<MelGuardCard file={item} />, paula)
  expect(await screen.findByText(/^Condition A: longer repair interval/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the MMEL item' })).toHaveAttribute(
    'href',
    '#/library/H160/MEL?dm=DMC-A_en-US&v=70',
  )
  await user.click(screen.getByRole('button', { name: 'Override' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Override the MMEL' }))
  await user.type(dialog.getByLabelText(/^Reason/), 'Agreed')
  await user.click(dialog.getByRole('button', { name: 'Override' }))
  expect(await screen.findByText(/Overridden by paula/)).toBeVisible()
  expect(sent).toEqual([{ version: '77', masterVersion: '70', reason: 'Agreed' }])
  expect(screen.queryByRole('button', { name: 'Override' })).toBeNull()
})

it('keeps the reason when the override is refused', async () => {
  serving({ item: guarded({}), overrides: [], mayOverride: true })
  server.use(
    http.post(at(`/files/melOverride/default${item.path}`), () =>
      problem(409, 'file.newer_version', 'The file has another version by now'),
    ),
  )
  const { user } = renderPage(<MelGuardCard file={item} />, paula)
  await user.click(await screen.findByRole('button', { name: 'Override' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Reason/), 'Agreed')
  await user.click(dialog.getByRole('button', { name: 'Override' }))
  expect(await dialog.findByText('The file has another version by now')).toBeVisible()
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Agreed')
})

it('shows earlier overrides, and why somebody may not override', async () => {
  serving({ item: guarded({ masterVersion: '71' }), overrides: [given], mayOverride: false })
  renderPage(<MelGuardCard file={item} />, paula)
  expect(await screen.findByText(/Overridden by paula.*Agreed with the authority/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Override/ })).toHaveAttribute('aria-disabled', 'true')
})

it('says nothing about other modules', () => {
  renderPage(<MelGuardCard file={library.file('DMC-B_en-US')} />, paula)
  expect(screen.queryByText('Comparison with the MMEL')).toBeNull()
})
