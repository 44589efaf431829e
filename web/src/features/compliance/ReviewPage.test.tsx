import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { ListedPolicyItem, PolicyReview } from '@/api/types'
import { listedItem, openItem, policyRef } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { nextReview } from './nextReview'
import { ReviewPage } from './ReviewPage'

connectApp()
const server = startServer(ada)

const review: PolicyReview = {
  collectionName: 'NWA Ops',
  policyItemCode: 'ORO.1',
  title: 'Fuel pumps',
  policyItemPath: '/c1/i1',
  status: 'compliant',
  policyItemVersion: 4,
  reference: policyRef({ state: 'recheck', textState: 'changed', currentVersion: '2' }),
  redline: [
    { kind: 'same', text: 'The pump sits in a ' },
    { kind: 'deleted', text: 'cartridge' },
    { kind: 'inserted', text: 'housing' },
    { kind: 'same', text: '.' },
  ],
  requirementRedline: [],
  isRequirementChanged: false,
  hasMoreDifferences: false,
}

const pageOf = <Item,>(items: readonly Item[]) => ({
  items,
  total: items.length,
  pageNumber: 1,
  pageSize: 10,
})

function serving(
  reviews: readonly PolicyReview[],
  overdue: readonly ListedPolicyItem[] = [],
  reassess: readonly ListedPolicyItem[] = [],
) {
  const asked: string[] = []
  server.use(
    http.get(at('/compliance/reviews'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('mine') ?? '')
      return HttpResponse.json(pageOf(reviews))
    }),
    http.get(at('/compliance/policyItems'), ({ request }) => {
      const isOverdue = new URL(request.url).searchParams.get('overdue') === 'true'
      return HttpResponse.json(pageOf(isOverdue ? overdue : reassess))
    }),
  )
  return asked
}

function remembering(path: string, reply: object) {
  const sent: unknown[] = []
  server.use(
    http.put(at(path), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(reply)
    }),
  )
  return sent
}

const show = (me = ada) => renderPage(<ReviewPage />, me, '/compliance-review')

it('shows what changed, and one key confirms the text', async () => {
  serving([review])
  const sent = remembering('/compliance/policyItem/policyRef', openItem({ references: [policyRef()] }))
  const { user } = show()
  const list = within(await screen.findByRole('list', { name: 'References to check' }))
  expect(list.getByText('cartridge').tagName).toBe('DEL')
  expect(list.getByText('housing').tagName).toBe('INS')
  await user.keyboard('j')
  expect(list.getByRole('link', { name: 'ORO.1 Fuel pumps' })).toHaveFocus()
  await user.keyboard('c')
  await waitFor(() => expect(sent).toMatchObject([{ id: 'r1', confirmVersion: '2', policyItemVersion: 4 }]))
})

it('sets a requirement to non-compliant with the version that is shown', async () => {
  serving([review])
  const sent = remembering('/compliance/policyItem/status', openItem({ status: 'non_compliant' }))
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Non-compliant' }))
  const reference = { id: 'r1', version: 1, confirmVersion: '2' }
  await waitFor(() =>
    expect(sent).toEqual([{ id: 'i1', version: 4, status: 'non_compliant', why: '', reference }]),
  )
})

it('offers to delete a reference whose text is gone', async () => {
  serving([{ ...review, status: 'non_compliant', redline: [], reference: policyRef({ textState: 'gone' }) }])
  const sent = remembering('/compliance/policyItem/policyRef/delete', openItem())
  const { user } = show()
  expect(await screen.findByText(/^The text is gone\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirm text' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Non-compliant' })).toBeNull()
  await user.keyboard('jd')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Chapter withdrawn')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent).toEqual([{ id: 'r1', version: 1, why: 'Chapter withdrawn' }]))
})

it('says that a requirement changed where no difference of its text can be shown', async () => {
  const reference = policyRef({ state: 'recheck' })
  serving([{ ...review, redline: [], isRequirementChanged: true, reference }])
  show()
  expect(await screen.findByText(/^The requirement changed/)).toBeVisible()
  expect(screen.getByText(/^The text is unchanged\. Check it against/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open its history' })).toHaveAttribute(
    'href',
    '#/compliance/c1?item=i1',
  )
})

it('says that more differences follow than are shown', async () => {
  serving([{ ...review, hasMoreDifferences: true }])
  show()
  expect(await screen.findByText(/^More differences follow/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the requirement' })).toHaveAttribute(
    'href',
    '#/compliance/c1?item=i1',
  )
})

it('lists the references to one manual, and all again on request', async () => {
  const asked: (string | null)[] = []
  serving([])
  server.use(
    http.get(at('/compliance/reviews'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('manualPath'))
      return HttpResponse.json(pageOf([review]))
    }),
  )
  const { user } = renderPage(<ReviewPage />, ada, '/compliance-review?all=yes&manual=%2FH160%2FMEL')
  await screen.findByRole('list', { name: 'References to check' })
  expect(screen.queryByText('Overdue reviews')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Only H160/MEL' }))
  await waitFor(() => expect(asked).toEqual(['/H160/MEL', null]))
  expect(screen.getByRole('switch', { name: 'Mine' })).not.toBeChecked()
})

it('reviews a reference whose day is over, and gives it the next one', async () => {
  const reference = policyRef({ owner: { account: 'li.author', name: 'Li Na' }, reviewDate: '2026-01-01' })
  serving([{ ...review, redline: [], reference }])
  const sent = remembering('/compliance/policyItem/policyRef', openItem({ references: [policyRef()] }))
  const { user } = show()
  expect(await screen.findByText(/^The review of this reference was due on/)).toBeVisible()
  expect(screen.queryByText(/^The words are unchanged/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Reviewed, next review/ }))
  await waitFor(() => expect(sent).toMatchObject([{ id: 'r1', owner: 'li.author', confirmVersion: '1' }]))
  expect(sent).toMatchObject([{ reviewDate: nextReview() }])
})

it('marks an overdue review as done for a year', async () => {
  serving([], [listedItem('i2', { reviewDate: '2026-01-01' })])
  const sent = remembering('/compliance/policyItem/bulk', {})
  const { user } = show()
  expect(await screen.findByText('No references to check.')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: /^Reviewed, next review/ }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ items: [{ id: 'i2', version: 4 }], change: 'reviewDate' }]),
  )
})

it('lists the requirements of all owners on request, and offers readers no decision', async () => {
  const asked = serving([review])
  const { user } = show(rita)
  await screen.findByRole('list', { name: 'References to check' })
  expect(screen.queryByRole('button', { name: 'Confirm text' })).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Mine' }))
  await waitFor(() => expect(asked).toEqual(['true', 'false']))
})

it('keeps the status of a changed requirement by one key', async () => {
  serving([], [], [listedItem('i3', { status: 'compliant', needsRecheck: true })])
  const sent = remembering('/compliance/policyItem/status', openItem({ id: 'i3', status: 'compliant' }))
  const { user } = show()
  const list = within(await screen.findByRole('list', { name: 'Changed requirements' }))
  expect(list.getByRole('button', { name: 'Still Compliant' })).toBeVisible()
  await user.keyboard('js')
  await waitFor(() => expect(sent).toEqual([{ id: 'i3', version: 4, status: 'compliant', why: '' }]))
})

it('does not keep a changed requirement unassessed', async () => {
  serving([], [], [listedItem('i3', { needsRecheck: true })])
  show()
  const list = within(await screen.findByRole('list', { name: 'Changed requirements' }))
  expect(list.getByRole('button', { name: 'Non-compliant' })).toBeVisible()
  expect(list.queryByRole('button', { name: /^Still/ })).toBeNull()
})
