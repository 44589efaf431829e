import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import { connectApp } from '@/testing/connectApp'
import { ada, paula } from '@/testing/people'
import { openPublication } from '@/testing/publications'
import { renderRoute } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { accountsOf } from './DistributionDialog'
import { endOfDay } from './endOfDay'
import { PublicationPage } from './PublicationPage'

connectApp()
const server = startServer(ada)

const moment = '2026-03-04T05:06:07Z'

function serving() {
  const sent: unknown[] = []
  const open = openPublication({ mayReport: true, mayDistribute: true })
  server.use(
    http.get(at('/publications/pub-1'), () => HttpResponse.json(open)),
    http.get(at('/publications/pub-1/readers'), () =>
      HttpResponse.json({
        readers: [
          { account: 'rita', name: 'Rita Reader', marks: { askedOn: moment, isOpen: true, hasLeft: false } },
          { account: 'otto', name: '', marks: { acknowledgedOn: moment, isOpen: false, hasLeft: false } },
          { account: 'paul', name: '', marks: { askedOn: moment, isOpen: false, hasLeft: true } },
        ],
        downloads: [
          { account: 'otto', name: '', fileName: 'a.zip', firstOn: moment, lastOn: moment, times: 2 },
          { account: 'paul', name: '', fileName: 'b.zip', firstOn: moment },
        ],
        isCut: true,
      }),
    ),
    http.get(at('/publications/receivers'), () =>
      HttpResponse.json([{ account: 'rita', name: '', addedBy: 'paula', addedOn: moment }]),
    ),
    http.put(at('/publications/receivers'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json([])
    }),
  )
  return sent
}

it('shows who acknowledged and who downloaded, and changes the distribution list', async () => {
  const sent = serving()
  const { user } = renderRoute(<PublicationPage />, ['/publications/:id'], paula, '/publications/pub-1')
  const rita = await screen.findByRole('row', { name: /Rita Reader \(rita\)/ })
  expect(within(rita).getByText('Open')).toBeVisible()
  const paul = screen.getAllByRole('row', { name: /^paul/ })[0]
  expect(paul && within(paul).getByText('Removed from the list')).toBeVisible()
  expect(within(screen.getByRole('table', { name: 'Downloads' })).getByText('a.zip')).toBeVisible()
  expect(screen.getByText('There are more. Only the first 5,000 are listed.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Distribution list' }))
  const field = await screen.findByRole('textbox', { name: /Accounts/ })
  expect(field).toHaveValue('rita')
  await user.type(field, '{Enter}otto')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Distribution list saved.')).toBeVisible()
  expect(sent).toEqual([{ manualPath: '/H160/MEL', before: ['rita'], accounts: ['rita', 'otto'] }])
})

it('counts who acknowledged, and shows those who have not', async () => {
  serving()
  const { user } = renderRoute(<PublicationPage />, ['/publications/:id'], paula, '/publications/pub-1')
  expect(await screen.findByText('1 of 2 acknowledged, 0 read, 0 downloaded')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Open')
  const readers = within(screen.getByRole('table', { name: 'Readers' }))
  expect(readers.getByText('Rita Reader (rita)')).toBeVisible()
  expect(readers.queryByText('otto')).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Not asked')
  expect(screen.getByText('No people in this state')).toBeVisible()
})

it('suggests people by their names, who are added to the list', async () => {
  const sent = serving()
  const asked: string[] = []
  server.use(
    http.get(at('/changeRequests/people'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json([
        { account: 'rita', name: 'Rita Reader' },
        { account: 'otto', name: 'Otto Reader' },
      ])
    }),
  )
  const { user } = renderRoute(<PublicationPage />, ['/publications/:id'], paula, '/publications/pub-1')
  await screen.findByRole('row', { name: /Rita Reader \(rita\)/ })
  await user.click(screen.getByRole('button', { name: 'Distribution list' }))
  const field = await screen.findByRole('textbox', { name: /Accounts/ })
  await user.type(screen.getByRole('combobox', { name: 'Add people' }), 'read')
  const otto = await screen.findByRole('option', { name: /otto/ })
  // Those who are on the list are not offered.
  expect(screen.queryByRole('option', { name: /rita/ })).not.toBeInTheDocument()
  await user.click(otto)
  expect(field).toHaveValue('rita\notto')
  expect(asked.at(-1)).toBe('?manualPath=%2FH160%2FMEL&level=read&keywordFilter=read')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Distribution list saved.')).toBeVisible()
  expect(sent).toEqual([{ manualPath: '/H160/MEL', before: ['rita'], accounts: ['rita', 'otto'] }])
})

it('adds nobody by Enter before the people for the typed word are there', async () => {
  serving()
  let answer = () => {}
  const later = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get(at('/changeRequests/people'), async ({ request }) => {
      const isFirst = new URL(request.url).searchParams.get('keywordFilter') === 'a'
      if (!isFirst) await later
      return HttpResponse.json([{ account: isFirst ? 'aaron' : 'otto', name: '' }])
    }),
  )
  const { user } = renderRoute(<PublicationPage />, ['/publications/:id'], paula, '/publications/pub-1')
  await screen.findByRole('row', { name: /Rita Reader \(rita\)/ })
  await user.click(screen.getByRole('button', { name: 'Distribution list' }))
  const field = await screen.findByRole('textbox', { name: /Accounts/ })
  const search = screen.getByRole('combobox', { name: 'Add people' })
  await user.type(search, 'a')
  await screen.findByRole('option', { name: /aaron/ })
  await user.clear(search)
  await user.type(search, 'ot{Enter}')
  expect(field).toHaveValue('rita')
  answer()
  await user.type(search, 't')
  await screen.findByRole('option', { name: /otto/ })
  await user.type(search, '{Enter}')
  expect(field).toHaveValue('rita\notto')
})

it('shows the list as it is now when the dialog is opened again', async () => {
  serving()
  const { user } = renderRoute(<PublicationPage />, ['/publications/:id'], paula, '/publications/pub-1')
  const open = () => user.click(screen.getByRole('button', { name: 'Distribution list' }))
  await screen.findByRole('row', { name: /Rita Reader \(rita\)/ })
  await open()
  expect(await screen.findByRole('textbox', { name: /Accounts/ })).toHaveValue('rita')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  server.use(
    http.get(at('/publications/receivers'), () =>
      HttpResponse.json([{ account: 'otto', name: '', addedBy: 'paula', addedOn: moment }]),
    ),
  )
  await open()
  expect(await screen.findByRole('textbox', { name: /Accounts/ })).toHaveValue('otto')
})

it('never overwrites a list that it did not show', async () => {
  const sent = serving()
  const { user } = renderRoute(<PublicationPage />, ['/publications/:id'], paula, '/publications/pub-1')
  await screen.findByRole('row', { name: /Rita Reader \(rita\)/ })
  await user.click(screen.getByRole('button', { name: 'Distribution list' }))
  const field = await screen.findByRole('textbox', { name: /Accounts/ })
  await user.type(field, '{Enter}paul')
  // Somebody else adds a receiver, and the list is loaded again in the background.
  let loads = 0
  server.use(
    http.get(at('/publications/receivers'), () => {
      loads += 1
      return HttpResponse.json(
        ['rita', 'otto'].map((account) => ({ account, name: '', addedBy: 'ada', addedOn: moment })),
      )
    }),
    http.put(at('/publications/receivers'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(
        {
          type: 'urn:airfolio:problem:changed_meanwhile',
          title: 'Another user changed this.',
          status: 409,
          code: 'changed_meanwhile',
          requestId: 'r',
        },
        { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
      )
    }),
  )
  await queryClient.invalidateQueries({ queryKey: keys.publications })
  await waitFor(() => expect(loads).toBeGreaterThan(0))
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  await save()
  expect(await screen.findByText('Another user changed this.')).toBeVisible()
  await waitFor(() => expect(loads).toBeGreaterThan(1))
  await save()
  await waitFor(() => expect(sent).toHaveLength(2))
  const asked = { manualPath: '/H160/MEL', before: ['rita'], accounts: ['rita', 'paul'] }
  expect(sent).toEqual([asked, asked])
})

it('reads lists and days as people type them', () => {
  expect(accountsOf(' ann, bob;\n\ncarl，dora、emil ')).toEqual(['ann', 'bob', 'carl', 'dora', 'emil'])
  expect(endOfDay('')).toBeUndefined()
  expect(endOfDay('2026-03-04')).toBe(new Date(2026, 2, 4, 23, 59, 59, 999).toISOString())
})
