import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  ApplicabilityChange,
  Applicants,
  Choices,
  EditedApplicability,
  StatementNode,
} from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { openEditor } from '@/testing/forms'
import { arthur } from '@/testing/people'
import { at, startServer } from '@/testing/server'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const xml = '<dmodule><applic/></dmodule>'
const choices: Choices = {
  properties: [
    { ident: 'model', type: 'prodattr', name: 'Model', values: ['A', 'B'] },
    { ident: 'sn', type: 'prodattr', name: 'Serial number', values: [] },
  ],
  products: [],
  aircraft: [],
}
const applicants = (applies: number): Applicants => ({
  areProducts: false,
  total: 8,
  applies,
  names: ['QZ-HAA', 'QZ-HAB', 'QZ-HAC'].slice(0, applies),
  unknown: 0,
  unknownNames: [],
})
let read: EditedApplicability
let changes: ApplicabilityChange[] = []

async function open() {
  const page = await openEditor(server, xml)
  server.use(
    http.get(at('/view/choices/default/H160/MEL'), () => HttpResponse.json(choices)),
    http.post<never, { change?: ApplicabilityChange }>(page.call('applicability'), async ({ request }) => {
      const { change } = await request.json()
      if (!change) return HttpResponse.json(read)
      changes.push(change)
      const edits = [{ from: 9, to: 18, text: '<applic>new</applic>' }]
      return HttpResponse.json({ ...read, edits, words: 'model A', applicants: applicants(3) })
    }),
  )
  return { ...page, dialog: await page.openForm('Applicability of the module') }
}

beforeEach(() => {
  changes = []
  const own = { display: { text: 'All', isFixed: false }, isFixed: false, uses: 0 }
  read = { edits: [], applicability: { own, group: [] }, applicants: applicants(0) }
})

describe('the applicability of a module', () => {
  it('is built of properties and values, and tells its aircraft while it is built', async () => {
    const { user, dialog, saved } = await open()
    expect(await dialog.findByText('Applies to 0 of 8 aircraft')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Add condition' }))
    expect(dialog.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true')
    expect(dialog.queryByText(/^Applies to/)).toBeNull()
    await user.selectOptions(await dialog.findByLabelText('Property'), await dialog.findByText('Model'))
    await user.click(dialog.getByLabelText('A'))
    expect(await dialog.findByText('Applies to 3 of 8 aircraft')).toBeVisible()
    expect(dialog.getByText('QZ-HAA, QZ-HAB, QZ-HAC')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Use as text' }))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const condition = { kind: 'assert', ident: 'model', type: 'prodattr', values: 'A', parts: [] }
    expect(changes.at(-1)).toEqual({
      kind: 'write',
      display: 'model A',
      expression: { kind: 'group', any: false, parts: [condition] },
    })
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved()).toBe('<dmodule><applic>new</applic></dmodule>'))
  })

  it('keeps a part that it does not know, and shows it as text', async () => {
    const kept: StatementNode = { kind: 'kept', number: 0, text: 'as agreed', parts: [] }
    const expression: StatementNode = { kind: 'group', any: true, parts: [kept, kept] }
    const own = { display: { text: 'Some', isFixed: false }, expression, isFixed: false, uses: 0 }
    read = { ...read, applicability: { own, group: [] } }
    const { user, dialog } = await open()
    expect(await dialog.findAllByText(/as agreed/)).toHaveLength(2)
    await user.selectOptions(dialog.getByLabelText('Applies when'), 'all')
    await waitFor(() =>
      expect(changes.at(-1)).toMatchObject({
        expression: { any: false, parts: [{ number: 0 }, { number: 0 }] },
      }),
    )
  })

  it('does not take a statement in words for all aircraft', async () => {
    const own = { display: { text: 'Model C only', isFixed: false }, isFixed: false, uses: 0 }
    read = {
      edits: [],
      applicability: { own, group: [] },
      applicants: { ...applicants(0), unknown: 8, unknownNames: ['QZ-HAA'] },
    }
    const { dialog } = await open()
    expect(await dialog.findByText(/only the text says/)).toBeVisible()
  })

  it('cannot be changed here when it is stated elsewhere', async () => {
    read = { ...read, applicability: { elsewhere: 'SHARED-1', group: [] } }
    const { dialog } = await open()
    expect(await dialog.findByText('SHARED-1')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Add condition' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('says when the file has no status section', async () => {
    read = { edits: [], applicants: applicants(0) }
    const { dialog } = await open()
    expect(await dialog.findByText(/no status section/)).toBeVisible()
  })
})
