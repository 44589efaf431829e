import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { PolicyMeans } from '@/api/types'
import { openItem } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { MeansCard } from './MeansCard'

connectApp()
const server = startServer(ada)

const exemption: PolicyMeans = {
  kind: 'exemption',
  reference: 'E-7',
  authority: 'FOCA',
  approvalReference: '',
  validFrom: '2026-01-01',
  validTo: '2026-02-01',
  remarks: 'Night only',
  state: 'ended',
}
const amc: PolicyMeans = {
  kind: 'amc',
  reference: 'AMC1 ORO.1',
  authority: '',
  approvalReference: '',
  remarks: '',
  state: 'valid',
}

const show = (means: PolicyMeans[], mayEdit = true) =>
  renderPage(
    <MeansCard item={openItem({ means, abilities: { mayEdit, maySignOff: false, mayDelete: false } })} />,
    ada,
    '/compliance/c1?item=i1',
  )

/** The requests to record means. */
function recorded(refused = false): unknown[] {
  const sent: unknown[] = []
  server.use(
    http.put(at('/compliance/policyItem/means'), async ({ request }) => {
      sent.push(await request.json())
      return refused
        ? problem(409, 'changed_meanwhile', 'Somebody else changed it')
        : HttpResponse.json(openItem())
    }),
  )
  return sent
}

it('shows how a requirement is met, and whether it still counts', () => {
  show([amc, exemption], false)
  const list = within(screen.getByRole('list', { name: 'How it is met' }))
  expect(list.getByText('Acceptable means (AMC) AMC1 ORO.1')).toBeVisible()
  expect(list.getByText('Exemption E-7')).toBeVisible()
  expect(list.getByText('Ended')).toBeVisible()
  expect(list.getByText('FOCA · valid from 2026/01/01 · valid until 2026/02/01')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add means' })).toBeNull()
})

it('adds an alternative means with its approval, and keeps the others', async () => {
  const sent = recorded()
  const { user } = show([amc])
  await user.click(screen.getByRole('button', { name: 'Add means' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add means' }))
  expect(form.queryByLabelText('Approval reference')).toBeNull()
  await user.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'altmoc')
  await user.type(form.getByRole('textbox', { name: 'Reference' }), 'MOC-7')
  await user.type(form.getByRole('textbox', { name: 'Approval reference' }), 'A/12')
  await user.type(form.getByLabelText(/Approved on/), '2025-11-04')
  await user.click(form.getByRole('button', { name: 'Create' }))
  const kept = { kind: 'amc', reference: 'AMC1 ORO.1' }
  const added = { kind: 'altmoc', reference: 'MOC-7', approvalReference: 'A/12', approvedDate: '2025-11-04' }
  await waitFor(() => expect(sent).toMatchObject([{ id: 'i1', version: 4, means: [kept, added], why: '' }]))
})

it('sends only what belongs to the kind', async () => {
  const sent = recorded()
  const { user } = show([exemption])
  await user.click(screen.getByRole('button', { name: 'Change E-7' }))
  const form = within(await screen.findByRole('dialog', { name: 'Change means' }))
  await user.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'amc')
  await user.click(form.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    means: [{ kind: 'amc', reference: 'E-7', authority: '', approvalReference: '', remarks: 'Night only' }],
  })
  expect(JSON.stringify(sent[0])).not.toContain('validTo')
})

it('removes means after a question, and tells when somebody else was quicker', async () => {
  const sent = recorded(true)
  const { user } = show([amc, exemption])
  await user.click(screen.getByRole('button', { name: 'Remove E-7' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove E-7' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByText('Somebody else changed it')).toBeVisible()
  expect(sent).toMatchObject([{ means: [{ kind: 'amc', reference: 'AMC1 ORO.1' }] }])
})

describe('means that somebody else changes at the same time', () => {
  /** Opens the form of the exemption, types remarks, is refused once, and loads what there is by then. */
  async function conflict(now: PolicyMeans[]) {
    const refused = recorded(true)
    const { user } = show([amc, exemption])
    await user.click(screen.getByRole('button', { name: 'Change E-7' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change means' }))
    await user.type(form.getByRole('textbox', { name: 'Remarks' }), ', dry runway')
    await user.click(form.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(refused).toHaveLength(1))
    server.use(
      http.get(at('/compliance/policyItem/i1'), () =>
        HttpResponse.json(openItem({ means: now, version: 5 })),
      ),
    )
    await user.click(await form.findByRole('button', { name: /^Load current values/ }))
    return { user, form }
  }

  it('are recorded once, with the changes of both', async () => {
    const { user, form } = await conflict([amc, { ...exemption, validTo: '2026-12-31', state: 'valid' }])
    await waitFor(() => expect(form.getByLabelText(/Valid until/)).toHaveValue('2026-12-31'))
    const sent = recorded()
    await user.click(form.getByRole('button', { name: 'Update' }))
    const both = { reference: 'E-7', validTo: '2026-12-31', remarks: 'Night only, dry runway' }
    const means = [{ reference: 'AMC1 ORO.1' }, both]
    await waitFor(() => expect(sent).toMatchObject([{ version: 5, means }]))
  })

  it('are not recorded again when they were removed', async () => {
    const { form } = await conflict([amc])
    expect(await screen.findByText(/^This record has been deleted/)).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Night only, dry runway')
  })
})
