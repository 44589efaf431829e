import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { policyItemQuery } from '@/api/compliance'
import { queryClient } from '@/api/queries'
import type { OpenPolicyItem } from '@/api/types'
import { collection, openItem, policyRef } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ItemPage } from './ItemPage'

connectApp()
const server = startServer(ada)
const proposal = {
  status: 'compliant',
  by: { account: 'li.author', name: 'Li Na' },
  on: '2026-03-01T09:00:00Z',
}
const all = { mayEdit: true, maySignOff: true, mayDelete: true }
const first = openItem({ proposal, abilities: all, clauses: [{ id: 'p', marker: '(a)', text: 'One' }] })
const second = openItem({
  ...first,
  title: 'Pumps of the other',
  clauses: [...first.clauses, { id: 'q', marker: '(b)', text: 'Two' }],
  version: 5,
})

function serving(item: OpenPolicyItem) {
  server.use(
    http.get(at('/compliance/policyItem/i1'), () => HttpResponse.json(item)),
    http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json([])),
    http.get(at('/compliance/policyItem/i1/history'), () => HttpResponse.json([])),
  )
}

/** Answers each change by its number, and remembers what was sent. */
function answering(path: string, reply: (call: number) => Response) {
  const sent: unknown[] = []
  server.use(
    http.put(at(path), async ({ request }) => {
      sent.push(await request.json())
      return reply(sent.length)
    }),
  )
  return sent
}

/** Opens a dialog of the requirement that the server has. */
async function open(button: string, title: string) {
  const { user } = renderPage(
    <ItemPage id="i1" collection={collection('c1')} />,
    ada,
    '/compliance/c1?item=i1',
  )
  await user.click(await screen.findByRole('button', { name: button }))
  return { user, form: within(await screen.findByRole('dialog', { name: title })) }
}

const refused = () => {
  serving(second)
  return problem(409, 'changed_meanwhile', 'Somebody else changed it')
}

describe('the dialogs of a requirement', () => {
  it.each([
    ['Update', 'Update Requirement', 'Update', '/compliance/policyItem/i1'],
    ['Scope', 'Scope', 'Update', '/compliance/policyItem/scope'],
    ['Set status', 'Set status', 'Set status', '/compliance/policyItem/status'],
    ['Sign off', 'Sign off', 'Sign off', '/compliance/policyItem/signOff'],
    ['Delete', 'Delete Requirement', 'Delete', '/compliance/policyItem/delete'],
  ])('%s: sends the version that was opened, not a newer one', async (button, title, save, path) => {
    serving(first)
    const sent = answering(path, () => HttpResponse.json(second))
    const { user, form } = await open(button, title)
    // As a refetch does when the window gets the focus again.
    act(() => void queryClient.setQueryData(policyItemQuery('i1').queryKey, second))
    expect(await screen.findByRole('heading', { name: 'ORO.1 Pumps of the other' })).toBeVisible()
    await user.click(form.getByRole('button', { name: save }))
    await waitFor(() => expect(sent).toMatchObject([{ version: 4 }]))
  })

  it('show the change of the other person on the page after a refusal', async () => {
    serving(first)
    const sent = answering('/compliance/policyItem/status', (call) =>
      call === 1 ? refused() : HttpResponse.json(second),
    )
    const { user, form } = await open('Set status', 'Set status')
    await user.click(form.getByRole('button', { name: 'Set status' }))
    expect(await form.findByText('Somebody else changed it')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'ORO.1 Pumps of the other' })).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Set status' }))
    const again = within(await screen.findByRole('dialog', { name: 'Set status' }))
    await user.click(again.getByRole('button', { name: 'Set status' }))
    await waitFor(() => expect(sent[1]).toMatchObject({ version: 5 }))
  })

  it('load the change, keep what was typed and show both', async () => {
    serving(first)
    const sent = answering('/compliance/policyItem/i1', (call) =>
      call === 1 ? refused() : HttpResponse.json(second),
    )
    const { user, form } = await open('Update', 'Update Requirement')
    const title = form.getByRole('textbox', { name: 'Title' })
    await user.clear(title)
    await user.type(title, 'My pumps')
    await user.click(form.getByRole('button', { name: 'Update' }))
    await user.click(await form.findByRole('button', { name: /^Load current values/ }))
    expect(await form.findByRole('textbox', { name: 'Text of clause 2' })).toHaveValue('Two')
    expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('My pumps')
    expect(form.getByRole('definition')).toHaveTextContent('Pumps of the other')
    await user.click(form.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ title: 'My pumps', clauses: second.clauses, version: 5 })
  })

  it('close the deletion after a refusal', async () => {
    serving(first)
    const sent = answering('/compliance/policyItem/delete', refused)
    const { user, form } = await open('Delete', 'Delete Requirement')
    await user.click(form.getByRole('button', { name: 'Delete' }))
    expect(await form.findByText('Somebody else changed it')).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Delete' }))
    expect(sent).toHaveLength(1)
  })

  it('let nobody sign off a status that is no longer proposed', async () => {
    serving(first)
    answering('/compliance/policyItem/signOff', () => {
      serving({ ...second, proposal: undefined })
      return problem(409, 'changed_meanwhile', 'Somebody else changed it')
    })
    const { user, form } = await open('Sign off', 'Sign off')
    await user.click(form.getByRole('button', { name: 'Sign off' }))
    await user.click(await form.findByRole('button', { name: /^Load current values/ }))
    expect(await form.findByText('No status awaits sign-off.')).toBeVisible()
    expect(form.getByRole('button', { name: 'Sign off' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('ask before a clause with references is removed', async () => {
    serving({ ...first, references: [policyRef({ policyClauseId: 'p' })] })
    const sent = answering('/compliance/policyItem/i1', () => HttpResponse.json(first))
    const { user, form } = await open('Update', 'Update Requirement')
    await user.click(form.getByRole('button', { name: 'Remove clause 1' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove clause' }))
    expect(question.getByText(/^1 reference belongs to this clause/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(form.getByRole('textbox', { name: 'Text of clause 1' })).toHaveValue('One')
    await user.click(form.getByRole('button', { name: 'Remove clause 1' }))
    const again = within(await screen.findByRole('dialog', { name: 'Remove clause' }))
    await user.click(again.getByRole('button', { name: 'Remove' }))
    await user.click(form.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(sent).toMatchObject([{ clauses: [] }]))
  })
})
