import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, onTestFinished } from 'vitest'
import type { AuditEntry } from '@/api/types'
import { switchLanguage } from '@/lib/i18n'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { AdminPage } from '../AdminPage'

connectApp()
const server = startServer(ada)

const changed: AuditEntry = {
  seq: 12,
  at: '2026-11-05T08:30:00Z',
  actor: 'ada',
  action: 'user.updated',
  subjectKind: 'user',
  subject: 'ben',
  detail: { role: 'reader → author' },
  hash: 'f00d',
}
const unheardOf: AuditEntry = { ...changed, seq: 11, actor: 'system', action: 'reactor.started', detail: {} }

function listing() {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('/audit'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items: [changed, unheardOf], total: 2, pageNumber: 1, pageSize: 10 })
    }),
  )
  return { last: () => Object.fromEntries(asked.at(-1) ?? []) }
}

async function open(query = '?tab=audit') {
  const page = renderPage(<AdminPage />, ada, `/admin/index${query}`)
  await screen.findAllByText('ben')
  return page
}

it('says what was done in words, by its code where it has none, and opens the record', async () => {
  listing()
  const { user } = await open()
  const row = within(screen.getByRole('row', { name: /Account changed/ }))
  expect(screen.getByRole('row', { name: /reactor\.started/ })).toBeInTheDocument()
  expect(row.getByText('reader → author')).not.toBeVisible()
  await user.click(row.getByText('Role', { selector: 'summary' }))
  expect(row.getByText('reader → author')).toBeVisible()
  expect(row.getByText('f00d')).toBeVisible()
})

it('asks for what the address says; days are those of the reader, the last one included', async () => {
  const list = listing()
  await open('?tab=audit&actor=ada&action=user.updated&subject=ben&from=2026-11-01&to=2026-11-05&page=1')
  expect(list.last()).toEqual({
    pageNumber: '1',
    pageSize: '10',
    actor: 'ada',
    action: 'user.updated',
    subject: 'ben',
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 10, 6).toISOString(),
  })
})

it('names the program by the word of the language, and finds it by that word', async () => {
  const list = listing()
  onTestFinished(() => act(() => switchLanguage('en-US')))
  await act(() => switchLanguage('zh-CN'))
  await open('?tab=audit&actor=系统')
  const row = within(screen.getByRole('row', { name: /reactor\.started/ }))
  expect(row.getByRole('cell', { name: '系统' })).toBeVisible()
  expect(screen.queryByText('system')).not.toBeInTheDocument()
  expect(list.last()).toMatchObject({ actor: 'system' })
})

it('keeps its filters in the address and clears them together', async () => {
  listing()
  const { user, query } = await open()
  await user.type(screen.getByRole('textbox', { name: 'From' }), '2026/11/01')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'user.updated')
  await user.type(screen.getByRole('textbox', { name: 'User' }), 'ada')
  await waitFor(() =>
    expect(Object.fromEntries(query())).toEqual({
      tab: 'audit',
      from: '2026-11-01',
      action: 'user.updated',
      actor: 'ada',
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(Object.fromEntries(query())).toEqual({ tab: 'audit' }))
  expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue('')
})

it('refuses a day that the calendar does not have', async () => {
  listing()
  const { user, query } = await open()
  await user.type(screen.getByRole('textbox', { name: 'To' }), '2026/02/30')
  expect(await screen.findByText('Invalid date')).toBeVisible()
  expect(query().get('to')).toBeNull()
})

it('takes a day in short form when the field is left', async () => {
  listing()
  const { user, query } = await open()
  await user.type(screen.getByRole('textbox', { name: 'To' }), '2026-2-3')
  expect(query().get('to')).toBeNull()
  await user.tab()
  await waitFor(() => expect(query().get('to')).toBe('2026-02-03'))
})

it('verifies the chain on demand', async () => {
  listing()
  server.use(http.get(at('/audit/verify'), () => HttpResponse.json({ intact: true, checked: 1234 })))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Verify chain' }))
  expect(await screen.findByText('Chain intact')).toBeVisible()
  expect(screen.getByText(/1,234 entries checked/)).toBeVisible()
})

it('verifies the chain as often as its address asks for it', async () => {
  let verified = 100
  listing()
  server.use(
    http.get(at('/audit/verify'), () => {
      verified += 1
      return HttpResponse.json({ intact: true, checked: verified })
    }),
  )
  const { go, place } = await open('?tab=audit&actor=ada&do=verify')
  expect(await screen.findByText(/^101 entries checked/)).toBeVisible()
  expect(place()).toBe('/admin/index?tab=audit&actor=ada')
  await go('/admin/index?tab=audit&do=verify')
  expect(await screen.findByText(/^102 entries checked/)).toBeVisible()
})

it('names the first entry that does not follow from the one before', async () => {
  listing()
  server.use(
    http.get(at('/audit/verify'), () => HttpResponse.json({ intact: false, checked: 12, firstBrokenSeq: 7 })),
  )
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Verify chain' }))
  expect(await screen.findByText('Chain broken at entry 7')).toBeVisible()
})

it('shows why the log could not be loaded, with a way to try again', async () => {
  server.use(http.get(at('/audit'), () => problem(403, 'forbidden', 'You may not do this'), { once: true }))
  const { user } = renderPage(<AdminPage />, ada, '/admin/index?tab=audit')
  expect(await screen.findByText('You may not do this')).toBeVisible()
  expect(screen.getByText('request-1')).toBeVisible()
  listing()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Account changed/ })).toBeInTheDocument()
})
