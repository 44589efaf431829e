import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { PolicyEvidence } from '@/api/types'
import { openItem, policyRef } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { EvidenceCard } from './EvidenceCard'

connectApp()
const server = startServer(ada)

const file: PolicyEvidence = {
  id: 'e1',
  fileName: 'audit.pdf',
  size: 2000,
  effectiveDate: '2026-10-01',
  author: { account: 'li.author', name: 'Li Na' },
  createdOn: '2026-03-01T09:00:00Z',
}

const show = (evidence: PolicyEvidence[], mayEdit = true) =>
  renderPage(
    <EvidenceCard
      item={openItem({
        evidence,
        references: [policyRef()],
        abilities: { mayEdit, maySignOff: false, mayDelete: false },
      })}
    />,
    ada,
    '/compliance/c1?item=i1',
  )

it('shows each file with its date, and deletes one after a question', async () => {
  let deleted = 0
  server.use(
    http.delete(at('/compliance/evidence/e1'), () => {
      deleted += 1
      return HttpResponse.json(openItem())
    }),
  )
  const { user } = show([file])
  const list = within(screen.getByRole('list', { name: 'Evidence' }))
  expect(list.getByText('2 kB · valid from 2026/10/01 · Li Na')).toBeVisible()
  await user.click(list.getByRole('button', { name: 'Delete audit.pdf' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete audit.pdf' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(deleted).toBe(1))
})

it('adds a file with its date to a reference', async () => {
  const asked: string[] = []
  server.use(
    http.post(at('/compliance/policyItem/i1/evidence'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(openItem())
    }),
  )
  const { user } = show([])
  await user.type(screen.getByLabelText('Valid from'), '2026-10-01')
  await user.selectOptions(screen.getByRole('combobox', { name: 'About' }), 'r1')
  await user.upload(screen.getByLabelText('Add file', { selector: 'input' }), new File(['x'], 'log.txt'))
  await waitFor(() => expect(asked).toEqual(['?fileName=log.txt&effectiveDate=2026-10-01&policyRefId=r1']))
})

it('offers readers nothing to add', () => {
  show([file], false)
  expect(screen.queryByRole('button', { name: 'Add file' })).toBeNull()
})

it('names the manual of a file whose reference is gone: only its readers see the file', () => {
  show([{ ...file, effectiveDate: undefined, manualPath: '/H160/MEL' }])
  expect(screen.getByText('2 kB · H160/MEL · Li Na')).toBeVisible()
})
