import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { File } from '@/api/types'
import { pageActions, runFirstAction } from '@/lib/editing/pageActions'
import { listedRequest } from '@/testing/changeRequests'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { arthur, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ModulesTab } from '../manual/ModulesTab'
import { VersionsTable } from '../module/VersionsTable'
import { ReaderTools } from '../reader/ReaderTools'

connectApp()
const server = startServer(arthur)
const mel = library.manual('H160', 'MEL')
const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`

function holding(file: File) {
  const page = { items: [file], total: 1, pageNumber: 1, pageSize: 10 }
  server.use(
    http.get(at('/sns/systemsOfManual'), () => HttpResponse.json([])),
    http.get(at('/csdb/dmType'), () => HttpResponse.json([])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/dm/getAllDmListWithPage'), () => HttpResponse.json(page)),
    http.get(at(`/files/default${path}`), () => HttpResponse.json(file)),
    http.get(at('/toc/getNeighbours'), () => HttpResponse.json({ trail: [], position: 0, total: 0 })),
    http.get(at(`/files/referenced/default${path}`), () => HttpResponse.json({ references: [] })),
  )
}

describe('a list of modules', () => {
  it('shows who holds a module, and lets nobody else edit it', async () => {
    holding(library.file(key, { checkedOutBy: 'ann', checkedOutOn: '2026-03-04T05:06:07Z' }))
    const { user } = renderPage(<ModulesTab manual={mel} />, arthur)
    const row = within(await screen.findByRole('row', { name: /Hoist/ }))
    expect(row.getByText(/Checked out by ann since 2026\/03\/04/)).toBeInTheDocument()
    await user.click(row.getByRole('button', { name: 'Actions for Hoist - Description' }))
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('offers nothing of this to readers', async () => {
    holding(library.file(key))
    renderPage(<ModulesTab manual={mel} />, rita)
    await screen.findByRole('row', { name: /Hoist/ })
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  })
})

describe('the reader', () => {
  const show = (query = '') =>
    renderPage(
      <ReaderTools manual={mel} path={path} file={library.file(key)} beside={undefined} />,
      arthur,
      `/${query}`,
    )

  it('checks a module out and opens the editor, from its menu and by the key e', async () => {
    holding(library.file(key))
    server.use(http.post(at(`/files/checkout/default${path}`), () => HttpResponse.json(library.file(key))))
    const { place } = show()
    await waitFor(() =>
      expect(pageActions().map(({ label }) => label)).toEqual(
        expect.arrayContaining(['Edit', 'Check out', 'New module as a copy']),
      ),
    )
    runFirstAction()
    await waitFor(() => expect(place()).toBe(`/editor?path=${encodeURIComponent(path)}`))
  })

  it('says who was quicker, and stays', async () => {
    holding(library.file(key))
    server.use(
      http.post(at(`/files/checkout/default${path}`), () =>
        problem(409, 'file.already_checked_out', 'ben has checked this file out'),
      ),
    )
    const { user, place } = show()
    await waitFor(() => expect(pageActions().map(({ label }) => label)).toContain('Check out'))
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Check out' }))
    expect(await screen.findByText('ben has checked this file out')).toBeVisible()
    expect(place()).toBe('/')
  })

  it('edits the working version only', async () => {
    holding(library.file(key))
    show('?lane=oem')
    await screen.findByRole('button', { name: 'More actions' })
    expect(pageActions()).toEqual([])
  })
})

/** The dialog knows the change request of the module. */
const opensFor = (button: HTMLElement) =>
  waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))

it('names the change request of the module when it restores a version', async () => {
  const old = library.version(key, { versionId: '70', issueNumber: '000', inWork: '05' })
  const sent: unknown[] = []
  server.use(
    http.get(at('/changeRequests'), () =>
      HttpResponse.json({ items: [listedRequest('r1')], total: 1, pageNumber: 1, pageSize: 10 }),
    ),
    http.post(at(`/files/restore/default${path}`), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(library.file(key, { issueNumber: '001', inWork: '01' }))
    }),
  )
  const query = { data: [old], error: null, refetch: async () => undefined }
  const { user } = renderPage(<VersionsTable manual={mel} query={query} shown="77" current="77" />, arthur)
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  const dialog = within(screen.getByRole('dialog'))
  await opensFor(dialog.getByRole('button', { name: 'Restore' }))
  expect(dialog.getByRole('combobox', { name: 'Change request' })).toHaveValue('r1')
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(sent).toEqual([{ comment: '', changeRequestId: 'r1' }]))
})

it('restores a version as a new one', async () => {
  const current = library.version(key, { basedOn: ['70'] })
  const old = library.version(key, { versionId: '70', issueNumber: '000', inWork: '05' })
  const asked: unknown[] = []
  server.use(
    http.post(at(`/files/restore/default${path}`), async ({ request }) => {
      asked.push(new URL(request.url).search, await request.json())
      return HttpResponse.json(library.file(key, { issueNumber: '001', inWork: '01' }))
    }),
  )
  const query = { data: [current, old], error: null, refetch: async () => undefined }
  const { user } = renderPage(<VersionsTable manual={mel} query={query} shown="77" current="77" />, arthur)
  expect(await screen.findByRole('row', { name: /001-00 Shown Based on 000-05/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Restore version 000-05?' }))
  await user.type(dialog.getByLabelText(/^Comment/), 'Back to the torque of 2025')
  // What is typed stays.
  await user.keyboard('{Escape}')
  await opensFor(dialog.getByRole('button', { name: 'Restore' }))
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Restored as 001-01.')).toBeVisible()
  expect(asked).toEqual(['?version=70', { comment: 'Back to the torque of 2025' }])
})

it('tells who created a version, when, why and how large it is, and downloads it', async () => {
  const names: string[] = []
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const asked: string[] = []
  server.use(
    http.get(at(`/bytes/default${path}`), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.text('<dmodule/>')
    }),
  )
  const old = library.version(key, { versionId: '70', why: 'New torque', createdBy: 'ada' })
  const query = { data: [old], error: null, refetch: async () => undefined }
  const { user } = renderPage(<VersionsTable manual={mel} query={query} shown="77" current="77" />, arthur)
  const row = within(await screen.findByRole('row', { name: /001-00/ }))
  for (const text of ['ada', 'New torque', '4.1 kB']) expect(row.getByText(text)).toBeInTheDocument()
  await user.click(row.getByRole('button', { name: 'Download version 001-00' }))
  await waitFor(() => expect(names).toEqual([`${key}.XML`]))
  expect(asked).toEqual(['?version=70'])
})

it('shows why a version cannot be restored', async () => {
  const old = library.version(key, { versionId: '70', issueNumber: '000', inWork: '05' })
  server.use(
    http.post(at(`/files/restore/default${path}`), () =>
      problem(409, 'file.draft_open', 'You have an open draft of this file'),
    ),
  )
  const query = { data: [old], error: null, refetch: async () => undefined }
  const { user } = renderPage(<VersionsTable manual={mel} query={query} shown="77" current="77" />, arthur)
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  const dialog = within(screen.getByRole('dialog'))
  await opensFor(dialog.getByRole('button', { name: 'Restore' }))
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  expect(await dialog.findByText('You have an open draft of this file')).toBeVisible()
})

it('offers no restoring of files that cannot be edited', async () => {
  const old = library.version(key, { versionId: '70', kind: 'dml' })
  const query = { data: [old], error: null, refetch: async () => undefined }
  renderPage(<VersionsTable manual={mel} query={query} shown="77" current="77" />, arthur)
  await screen.findByRole('link', { name: 'Compare' })
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
})
