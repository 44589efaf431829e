import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { RegulationImport } from '@/api/types'
import { collection, regulationChange, regulationImport } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ImportsPage } from './ImportsPage'

connectApp()
const server = startServer(ada)

const page = (items: unknown[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 10 })

/** Serves one file and remembers which changes were asked for. */
function serving(opened: RegulationImport, changes = [regulationChange(1)]) {
  const asked: string[] = []
  server.use(
    http.get(at('/compliance/imports/f1'), () => HttpResponse.json(opened)),
    http.get(at('/compliance/imports/f1/changes'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(page(changes))
    }),
  )
  return asked
}

const show = (query = '?import=f1', me = ada) =>
  renderPage(<ImportsPage />, me, `/compliance-import/index${query}`)

it('lists the files and leads to their reports', async () => {
  server.use(
    http.get(at('/compliance'), () => HttpResponse.json([collection('c1')])),
    http.get(at('/compliance/imports'), () =>
      HttpResponse.json(page([regulationImport('f1'), regulationImport('f2', { state: 'blocked' })])),
    ),
  )
  show('?collection=c1')
  const table = within(await screen.findByRole('table', { name: 'Files' }))
  const links = await table.findAllByRole('link', { name: 'ops.csv' })
  expect(links[0]).toHaveAttribute('href', '#/compliance-import/index?import=f1')
  expect(table.getByText('Has errors')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Collection' })).toHaveValue('c1')
  expect(screen.getByRole('button', { name: 'Template (XLSX)' })).toBeVisible()
})

it('tells readers that authors import', () => {
  show('', rita)
  expect(screen.getByText('Authors import regulations.')).toBeVisible()
})

it('shows what is wrong with a file, the gravest first', async () => {
  const finding = { part: 'requirements', line: 4, rule: 'regulation.code_duplicate' }
  serving(
    regulationImport('f1', {
      state: 'blocked',
      findings: [
        { ...finding, severity: 'info', message: 'A note' },
        { ...finding, severity: 'block', message: 'The code is twice in the file' },
      ],
    }),
  )
  show()
  expect(await screen.findByText('The file cannot be imported')).toBeVisible()
  const rows = within(screen.getByRole('table', { name: 'Findings' })).getAllByRole('row')
  expect(rows[1]).toHaveTextContent('Errorrequirements line 4The code is twice in the file')
  expect(rows[2]).toHaveTextContent('A note')
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

it('filters the changes and shows the old and the new text', async () => {
  const asked = serving(regulationImport('f1', { collectionId: 'c1', collectionName: 'NWA Ops' }))
  server.use(
    http.get(at('/compliance/imports/f1/changes/1'), () =>
      HttpResponse.json({
        ...regulationChange(1),
        redline: [
          { kind: 'deleted', text: 'Two' },
          { kind: 'inserted', text: 'Three' },
          { kind: 'same', text: ' pumps.' },
        ],
      }),
    ),
  )
  const { user } = show()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Change' }), 'changed')
  await waitFor(() => expect(asked.at(-1)).toContain('class=changed'))
  await user.click(await screen.findByRole('button', { name: 'ORO.1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'ORO.1 Fuel pumps' }))
  expect((await dialog.findByText('Two')).tagName).toBe('DEL')
  expect(dialog.getByText('Three').tagName).toBe('INS')
})

it('names the requirements that one was merged with', async () => {
  const merged = regulationChange(1, { aspects: ['text', 'merged'], related: ['ORO.2', 'ORO.3'] })
  serving(regulationImport('f1', { collectionId: 'c1', collectionName: 'NWA Ops' }), [merged])
  show()
  expect(await screen.findByText('Merged: ORO.2, ORO.3')).toBeVisible()
  expect(screen.getByRole('row', { name: /ORO\.1/ })).toHaveTextContent('text, merged')
})

it('takes a file over as the user decided, and opens the collection', async () => {
  const alike = regulationChange(1, { basis: 'likeText', likeness: 82, oldCode: 'ORO.1', newCode: 'ORO.9' })
  const other = regulationChange(2, { basis: 'likeText', likeness: 61, oldCode: 'ORO.2', newCode: 'ORO.8' })
  serving(regulationImport('f1', { proposed: 2 }), [alike, other])
  const sent: unknown[] = []
  const taken = jobOf({
    jobName: 'regulationImport',
    status: 'COMPLETED',
    outputMap: { importId: 'f1', collectionId: 'c9', collectionName: 'Our Ops' },
  })
  server.use(
    http.post(at('/compliance/imports/f1/takeover'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(taken, { status: 201 })
    }),
    http.get(at('/jobs/job-1'), () => HttpResponse.json(taken)),
  )
  const { user, place } = show()
  const row = within(await screen.findByRole('row', { name: /ORO\.1 → ORO\.9/ }))
  await user.click(row.getByRole('checkbox', { name: 'Same requirement' }))
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import regulation' }))
  expect(dialog.getByText('Confirmed as the same requirement: 1 of 2 with similar text')).toBeVisible()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Our Ops')
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  expect(sent).toEqual([])
  await user.click(
    dialog.getByRole('checkbox', { name: 'I have checked the requirements with similar text' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(place()).toBe('/compliance/c9'))
  expect(sent).toEqual([
    {
      policyCollectionName: 'Our Ops',
      policyOriginator: 'Northwind Authority',
      complianceType: 'regulatory',
      confirmed: ['ORO.9'],
    },
  ])
})

it('lets the user leave the dialog when nothing is known about the import any more', async () => {
  serving(regulationImport('f1'))
  server.use(
    http.post(at('/compliance/imports/f1/takeover'), () =>
      HttpResponse.json(jobOf({ jobName: 'regulationImport' }), { status: 201 }),
    ),
    http.get(at('/jobs/job-1'), () => problem(404, 'job.not_found', 'No such task')),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import regulation' }))
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await dialog.findByText('No such task')).toBeVisible()
  const again = dialog.getByRole('button', { name: 'Import' })
  await user.hover(again)
  expect(again).toHaveAccessibleDescription(/Check it under Tasks/)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('confirms all similar requirements of a page', async () => {
  const alike = (position: number) =>
    regulationChange(position, { basis: 'likeText', likeness: 82, newCode: `ORO.9${position}` })
  serving(regulationImport('f1', { proposed: 2 }), [alike(1), alike(2)])
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Confirm all on this page' }))
  for (const box of screen.getAllByRole('checkbox', { name: 'Same requirement' })) expect(box).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import regulation' }))
  expect(dialog.queryByRole('checkbox')).toBeNull()
})

it('shows what a file does to categories', async () => {
  const none = { oldCode: '', oldName: '', newCode: '', newName: '' }
  serving(
    regulationImport('f1', {
      categoryChanges: [
        { class: 'changed', oldCode: 'A', oldName: 'General', newCode: 'A', newName: 'Common' },
        { ...none, class: 'withdrawn', oldCode: 'Z', oldName: 'Empty' },
      ],
    }),
  )
  show()
  const rows = within(await screen.findByRole('table', { name: 'Changed categories' })).getAllByRole('row')
  expect(rows[1]).toHaveTextContent('A General → A CommonChanged')
  expect(rows[2]).toHaveTextContent('Z EmptyWithdrawn')
})

it('checks a file again as a version of another collection', async () => {
  serving(regulationImport('f1', { collectionId: 'c1', collectionName: 'NWA Ops' }))
  const sent: unknown[] = []
  server.use(
    http.get(at('/compliance'), () =>
      HttpResponse.json([collection('c1'), collection('c2', { policyCollectionName: 'Audit' })]),
    ),
    http.post(at('/compliance/imports/f1/check'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(regulationImport('f1', { state: 'waiting' }))
    }),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Check again' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Check again' }))
  await dialog.findByRole('option', { name: 'Audit' })
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Collection' }), 'c2')
  await user.click(dialog.getByRole('button', { name: 'Check' }))
  await waitFor(() => expect(sent).toEqual([{ collectionId: 'c2' }]))
})
