import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { ListedPolicyItem } from '@/api/types'
import { useListState } from '@/lib/useListState'
import { listedItem, openItem } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ItemsCard } from './ItemsCard'
import { itemListDefaults } from './itemList'

connectApp()
const server = startServer(ada)
const one = listedItem('i1')
const two = listedItem('i2', { policyItemCode: 'ORO.2', version: 7 })

const page = (items: ListedPolicyItem[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 10 })

function serving(...items: ListedPolicyItem[]) {
  server.use(http.get(at('/compliance/policyItems'), () => HttpResponse.json(page(items))))
}

/** Answers each change by its number, and remembers what was sent. */
function answering(path: string, reply: (call: number) => Response | Promise<Response>) {
  const sent: unknown[] = []
  server.use(
    http.put(at(path), async ({ request }) => {
      sent.push(await request.json())
      return reply(sent.length)
    }),
  )
  return sent
}

function List() {
  return <ItemsCard list={useListState(itemListDefaults, 10)} collection="c1" />
}

async function show() {
  const { user } = renderPage(<List />, ada, '/compliance/c1')
  await screen.findByRole('link', { name: 'ORO.1' })
  return user
}

const status = '/compliance/policyItem/status'
const saved = (version: number) => HttpResponse.json(openItem({ id: 'i2', version }))

describe('the keys of the list', () => {
  it('walk through it and set the status', async () => {
    serving(one, two)
    const sent = answering(status, () => saved(8))
    const user = await show()
    await user.keyboard('jj')
    expect(screen.getByRole('link', { name: 'ORO.2' })).toHaveFocus()
    await user.keyboard('2')
    await waitFor(() => expect(sent).toEqual([{ id: 'i2', version: 7, status: 'compliant', why: '' }]))
    await user.keyboard('k')
    expect(screen.getByRole('link', { name: 'ORO.1' })).toHaveFocus()
  })

  it('set no status while the last one of the same requirement is being saved', async () => {
    serving(one, two)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const sent = answering(status, async (call) => {
      await held
      return saved(7 + call)
    })
    const user = await show()
    await user.keyboard('jj2')
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.keyboard('3')
    expect(sent).toHaveLength(1)
    release()
    expect(await screen.findByText('Operation successful!')).toBeVisible()
    // The list still has version 7: the version of the answer counts.
    await user.keyboard('3')
    await waitFor(() => expect(sent[1]).toMatchObject({ id: 'i2', version: 8 }))
  })

  it('set a status once while the key is held down', async () => {
    serving(one, two)
    const sent = answering(status, () => saved(8))
    const user = await show()
    await user.keyboard('j')
    fireEvent.keyDown(screen.getByRole('link', { name: 'ORO.1' }), { key: '2', repeat: true })
    await user.keyboard('j2')
    await waitFor(() => expect(sent).toMatchObject([{ id: 'i2' }]))
  })

  it('load the list again when another person was faster', async () => {
    serving(one, two)
    const sent = answering(status, (call) => {
      serving(one, { ...two, title: 'Valves', version: 9 })
      return call === 1 ? problem(409, 'changed_meanwhile', 'Somebody else changed it') : saved(10)
    })
    const user = await show()
    await user.keyboard('jj2')
    expect(await screen.findByText('Somebody else changed it')).toBeVisible()
    expect(await screen.findByRole('row', { name: /Valves/ })).toBeVisible()
    await user.keyboard('2')
    await waitFor(() => expect(sent[1]).toMatchObject({ version: 9 }))
  })

  it('go on at the same place when a requirement leaves the list', async () => {
    const three = listedItem('i3', { policyItemCode: 'ORO.3' })
    serving(one, two, three)
    answering(status, () => {
      serving(one, three)
      return saved(8)
    })
    const user = await show()
    await user.keyboard('jj2')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'ORO.2' })).toBeNull())
    await user.keyboard('j')
    expect(screen.getByRole('link', { name: 'ORO.3' })).toHaveFocus()
  })
})

it('lists the requirements of one kind', async () => {
  const asked: (string | null)[] = []
  server.use(
    http.get(at('/compliance/policyItems'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('kind'))
      return HttpResponse.json(page([one, two]))
    }),
  )
  const user = await show()
  const kinds = screen.getByRole('combobox', { name: 'Kind' })
  await user.selectOptions(kinds, 'Acceptable means of compliance')
  await waitFor(() => expect(asked.at(-1)).toBe('AMC'))
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked.at(-1)).toBeNull())
  expect(kinds).toHaveValue('')
  expect(screen.getByRole('searchbox')).toHaveFocus()
})

it('lists the requirements of an owner, whom everybody can name', async () => {
  const asked: (string | null)[] = []
  const owned = { ...one, owner: { account: 'li.author', name: 'Li Na' } }
  server.use(
    http.get(at('/compliance/policyItems'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('owner'))
      return HttpResponse.json(page([owned]))
    }),
    http.get(at('/compliance/owners'), () => problem(403, 'forbidden', 'Not allowed')),
  )
  const { user, query } = renderPage(<List />, rita, '/compliance/c1')
  await screen.findByRole('link', { name: 'ORO.1' })
  const owner = screen.getByRole('combobox', { name: 'Owner' })
  expect(document.querySelector('datalist option[value="li.author"]')).toHaveTextContent('Li Na')
  await user.type(owner, 'li.author ')
  await waitFor(() => expect(asked.at(-1)).toBe('li.author'))
  expect(query().get('owner')).toBe('li.author')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked.at(-1)).toBeNull())
  expect(owner).toHaveValue('')
})

describe('the change of several requirements', () => {
  const bulk = '/compliance/policyItem/bulk'
  const none = () => new HttpResponse(null, { status: 204 })

  async function open() {
    const user = await show()
    await user.click(screen.getByRole('checkbox', { name: /ORO\.1/ }))
    await user.click(screen.getByRole('button', { name: 'Change 1 requirement' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change requirements' }))
    return { user, form, save: form.getByRole('button', { name: 'Change 1 requirement' }) }
  }

  it('shows the old and the new value of each', async () => {
    serving(one)
    const sent = answering(bulk, none)
    const { user, form, save } = await open()
    expect(form.getByRole('listitem')).toHaveTextContent('ORO.1 Not assessed → Compliant')
    await user.selectOptions(form.getByRole('combobox', { name: 'Change' }), 'Scope')
    await user.selectOptions(form.getByRole('combobox', { name: 'New value' }), 'Out of scope')
    expect(save).toHaveAttribute('aria-disabled', 'true')
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'No hoist')
    expect(form.getByRole('listitem')).toHaveTextContent('In scope → Out of scope')
    await user.click(save)
    await waitFor(() =>
      expect(sent).toEqual([
        { items: [{ id: 'i1', version: 4 }], change: 'scope', inScope: false, why: 'No hoist' },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Change 1/ })).toBeNull())
  })

  it('sends the versions that were shown, not newer ones', async () => {
    serving(one)
    const sent = answering(bulk, none)
    const { user, form, save } = await open()
    const newer = page([{ ...one, status: 'non_compliant', version: 5 }])
    act(() => void queryClient.setQueriesData({ queryKey: [...keys.compliance, 'items'] }, newer))
    expect(form.getByRole('listitem')).toHaveTextContent('Not assessed → Compliant')
    await user.click(save)
    await waitFor(() => expect(sent).toMatchObject([{ items: [{ id: 'i1', version: 4 }] }]))
  })

  it('shows the values again when another person was faster', async () => {
    serving(one)
    const sent = answering(bulk, (call) => {
      if (call > 1) return none()
      serving({ ...one, status: 'non_compliant', version: 5 })
      return problem(409, 'changed_meanwhile', 'Somebody else changed it')
    })
    const { user, form, save } = await open()
    await user.click(save)
    await user.click(await form.findByRole('button', { name: /^Load current values/ }))
    await waitFor(() => expect(form.getByRole('listitem')).toHaveTextContent('Non-compliant → Compliant'))
    await user.click(save)
    await waitFor(() => expect(sent[1]).toMatchObject({ items: [{ id: 'i1', version: 5 }] }))
  })
})
