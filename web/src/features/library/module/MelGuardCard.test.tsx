import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { queryClient } from '@/api/queries'
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
const excess = { label: 'A', code: 'category', value: 'C', lessRestrictive: true }
const master = { version: '70', path: item.path, language: 'en-US' }

const given: DispatchOverride = {
  version: '77',
  masterVersions: ['70'],
  reason: 'Agreed with the authority',
  approvedBy: 'paula',
  approvedOn: '2026-02-01T10:00:00Z',
}

function guarded(more: Partial<GuardedItem>): GuardedItem {
  return { version: '77', masters: [master], excesses: [excess], isBlocked: true, ...more }
}

function serving(guard: ItemGuard) {
  server.use(http.get(at(`/files/melGuard/default${item.path}`), () => HttpResponse.json(guard)))
}

it('names what an item allows, and takes the reason of an override', async () => {
  serving({ item: guarded({}), overrides: [], mayOverride: true })
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
  expect(dialog.getByText(/^Condition A: longer repair interval/)).toBeVisible()
  await user.type(dialog.getByLabelText(/^Reason/), 'Agreed')
  await user.click(dialog.getByRole('button', { name: 'Override' }))
  expect(await screen.findByText(/Overridden by paula/)).toBeVisible()
  expect(sent).toEqual([{ version: '77', masterVersions: ['70'], reason: 'Agreed' }])
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
  expect(
    await dialog.findByText(/^The file has another version by now.*read the comparison again/),
  ).toBeVisible()
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Agreed')
})

it('keeps the reason when Escape is pressed', async () => {
  serving({ item: guarded({}), overrides: [], mayOverride: true })
  const { user } = renderPage(<MelGuardCard file={item} />, paula)
  await user.click(await screen.findByRole('button', { name: 'Override' }))
  await user.type(await screen.findByLabelText(/^Reason/), 'Agreed')
  await user.keyboard('{Escape}')
  expect(screen.getByLabelText(/^Reason/)).toHaveValue('Agreed')
})

it('shows earlier overrides, and why somebody may not override', async () => {
  serving({
    item: guarded({ masters: [{ ...master, version: '71' }] }),
    overrides: [given],
    mayOverride: false,
  })
  renderPage(<MelGuardCard file={item} />, paula)
  expect(await screen.findByText(/Overridden by paula.*Agreed with the authority/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Override/ })).toHaveAttribute('aria-disabled', 'true')
})

it('overrides the MMEL that was read, not one that arrived meanwhile', async () => {
  serving({ item: guarded({}), overrides: [], mayOverride: true })
  const sent: unknown[] = []
  server.use(
    http.post(at(`/files/melOverride/default${item.path}`), async ({ request }) => {
      sent.push(await request.json())
      return problem(409, 'file.newer_version', 'The file has another version by now')
    }),
  )
  const { user } = renderPage(<MelGuardCard file={item} />, paula)
  await user.click(await screen.findByRole('button', { name: 'Override' }))
  const dialog = within(await screen.findByRole('dialog'))
  const stricter = { ...excess, value: 'B' }
  serving({
    item: guarded({ masters: [{ ...master, version: '71' }], excesses: [stricter] }),
    overrides: [],
    mayOverride: true,
  })
  await queryClient.invalidateQueries()
  expect(await screen.findByText(/the MMEL has category B/)).toBeVisible()
  expect(dialog.getByText(/the MMEL has category C/)).toBeVisible()
  await user.type(dialog.getByLabelText(/^Reason/), 'Agreed')
  await user.click(dialog.getByRole('button', { name: 'Override' }))
  await dialog.findByText(/read the comparison again/)
  expect(sent).toEqual([{ version: '77', masterVersions: ['70'], reason: 'Agreed' }])
})

it('is not green while something is to be judged, and lists what looks alike', async () => {
  const remarks = { label: 'A', code: 'proviso', value: '–', lessRestrictive: false }
  const masters = [
    { version: '70', language: 'en-US' },
    { ...master, version: '72', language: 'zh-CN' },
  ]
  serving({ item: guarded({ masters, excesses: [remarks, remarks] }), overrides: [], mayOverride: false })
  renderPage(<MelGuardCard file={item} />, paula)
  expect(await screen.findByText('Compare with the MMEL')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Open the MMEL item (zh-CN)' })).toBeVisible()
  expect(screen.queryByText('At least as restrictive as the MMEL')).toBeNull()
})

it('guards a module that replaced a MEL item', async () => {
  const other = library.file('DMC-A_en-US', { contentType: 'descript', origin: 'airline' })
  const unreadable = { label: '', code: 'unreadable', value: '', lessRestrictive: false }
  serving({ item: guarded({ excesses: [unreadable] }), overrides: [], mayOverride: true })
  renderPage(<MelGuardCard file={other} />, paula)
  expect(await screen.findByText(/cannot be read as one item/)).toBeVisible()
})

it('says nothing about other modules', () => {
  renderPage(<MelGuardCard file={library.file('DMC-B_en-US')} />, paula)
  expect(screen.queryByText('Comparison with the MMEL')).toBeNull()
})
