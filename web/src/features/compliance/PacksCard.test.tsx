import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { AuditPack } from '@/api/types'
import { collection } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { PacksCard } from './PacksCard'

connectApp()
const server = startServer(ada)

const pack: AuditPack = {
  id: 'p1',
  collections: [{ id: 'c1', name: 'NWA Ops' }],
  asOf: '2026-03-01T09:00:00Z',
  fileName: 'audit-pack-2026-03-01-NWA-Ops.zip',
  size: 12_000,
  items: 60,
  paragraphs: 41,
  evidence: 3,
  createdBy: 'ada',
  createdOn: '2026-03-02T09:00:00Z',
}

function holding(...packs: AuditPack[]) {
  server.use(
    http.get(at('/compliance/auditPacks'), () => HttpResponse.json(packs)),
    http.get(at('/compliance'), () => HttpResponse.json([collection('c1'), collection('c2')])),
  )
}

it('lists packs and deletes one after a question', async () => {
  let deleted = ''
  holding(pack)
  server.use(
    http.delete(at('/compliance/auditPacks/:id'), ({ params }) => {
      deleted = String(params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<PacksCard collection="c1" />, ada)
  const row = within(await screen.findByRole('row', { name: /NWA Ops/ }))
  expect(row.getByText('60 requirements, 41 texts, 3 files of evidence')).toBeInTheDocument()
  await user.click(row.getByRole('button', { name: `Delete ${pack.fileName}` }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(deleted).toBe('p1'))
})

it('counts one of each in the singular', async () => {
  holding({ ...pack, items: 1, paragraphs: 1, evidence: 1 })
  renderPage(<PacksCard collection="c1" />, ada)
  expect(await screen.findByText('1 requirement, 1 text, 1 file of evidence')).toBeInTheDocument()
})

it('counts what a pack would hold before it is made', async () => {
  holding()
  const sent: unknown[] = []
  const counted = { id: 'c1', name: 'NWA Ops', items: 60, references: 41, evidence: 3, evidenceBytes: 12_000 }
  server.use(
    http.post(at('/compliance/auditPacks/preview'), () => HttpResponse.json([counted])),
    http.post(at('/compliance/auditPacks'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'j1' }, { status: 201 })
    }),
  )
  const { user } = renderPage(<PacksCard collection="c1" />, ada)
  expect(await screen.findByText('No audit packs')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New audit pack' }))
  const dialog = within(screen.getByRole('dialog', { name: 'New audit pack' }))
  expect(
    await dialog.findByText('NWA Ops: 60 requirements, 41 references, 3 files of evidence (12 kB)'),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ collectionIds: ['c1'] })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('lets a reader download and nothing else', async () => {
  holding(pack)
  renderPage(<PacksCard collection="c1" />, rita)
  const row = within(await screen.findByRole('row', { name: /NWA Ops/ }))
  expect(row.getByRole('button', { name: `Download ${pack.fileName}` })).toBeVisible()
  expect(row.queryByRole('button', { name: /Delete/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New audit pack' })).toBeNull()
})
