import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DispatchItem, DispatchItemChange, EditedDispatch } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { openEditor } from '@/testing/forms'
import { arthur } from '@/testing/people'
import { problem, startServer } from '@/testing/server'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const xml = '<dmodule><repairCategory>C</repairCategory></dmodule>'
const plain = (text: string) => ({ text, isFixed: false })
const item: DispatchItem = {
  number: plain('25-63-01'),
  title: plain('Hoist'),
  hasLines: true,
  lines: [
    {
      label: 'A',
      title: plain(''),
      category: 'C',
      installed: '1',
      required: '0',
      remarks: plain('May be inoperative'),
      provisos: [plain('by day,'), plain('not planned.')],
      logic: 'all',
      placard: plain('HOIST INOP'),
      operational: [],
      maintenance: [],
      position: 10,
    },
  ],
}
let changes: DispatchItemChange[] = []
let read: EditedDispatch

async function open() {
  const page = await openEditor(server, xml, { contentType: 'dispatchItem' })
  server.use(
    http.post<never, { change?: DispatchItemChange }>(page.call('dispatchItem'), async ({ request }) => {
      const { change } = await request.json()
      if (!change) return HttpResponse.json(read)
      changes.push(change)
      const from = xml.indexOf('>C<') + 1
      const warnings = [{ line: 0, code: 'category', value: 'C', lessRestrictive: true }]
      return HttpResponse.json({ ...read, edits: [{ from, to: from + 1, text: 'D' }], warnings })
    }),
  )
  return { ...page, dialog: await page.openForm('MEL item') }
}

beforeEach(() => {
  changes = []
  const master = { path: '/H160/MEL/DMC-A_en-US.XML', language: 'en-US', hasSameLanguage: true, item }
  read = { edits: [], item, master, warnings: [], missing: [] }
})

describe('the MEL item form', () => {
  it('warns when the item is less restrictive than the MMEL beside it', async () => {
    const { user, dialog, saved } = await open()
    const master = within(dialog.getByRole('region', { name: 'MMEL item' }))
    expect(master.getByText('Category C, installed 1, required 0')).toBeVisible()
    await user.selectOptions(dialog.getByLabelText('Repair category'), 'D')
    expect(
      await dialog.findByText('Condition A: longer repair interval or none stated; the MMEL has category C.'),
    ).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes.at(-1)?.lines[0]?.category).toBe('D')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved()).toBe(xml.replace('>C<', '>D<')))
  })

  it('orders provisos by keyboard', async () => {
    const { user, dialog } = await open()
    dialog.getByRole('button', { name: 'Move proviso b up' }).focus()
    await user.keyboard('{Enter}')
    expect(dialog.getByLabelText(/Proviso a/)).toHaveValue('not planned.')
    expect(dialog.getByRole('button', { name: 'Move proviso a up' })).toHaveFocus()
    expect(dialog.getByText('Proviso moved to a.')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Add proviso' }))
    expect(dialog.getByLabelText(/Proviso c/)).toHaveFocus()
    await user.keyboard('new')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(changes.at(-1)?.lines[0]?.provisos).toEqual([
        { number: 1, text: 'not planned.' },
        { number: 0, text: 'by day,' },
        { text: 'new' },
      ]),
    )
  })

  it('keeps the focus in the list when a proviso is removed', async () => {
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: 'Remove proviso a' }))
    expect(dialog.getByRole('button', { name: 'Remove proviso a' })).toHaveFocus()
    expect(dialog.getByLabelText(/Proviso a/)).toHaveValue('not planned.')
    await user.click(dialog.getByRole('button', { name: 'Remove proviso a' }))
    expect(dialog.getByRole('button', { name: 'Add proviso' })).toHaveFocus()
  })

  it('tells whether all provisos must be met, and keeps those of several lists', async () => {
    const lines = item.lines.map((line) => ({ ...line, logic: 'any' as const }))
    read = { ...read, item: { ...item, lines } }
    const { dialog } = await open()
    expect(dialog.getByText('Any of these suffices.')).toBeVisible()
    expect(dialog.getByText('All of these must be met.')).toBeVisible()
  })

  it('shows a refusal at its field and keeps what was entered', async () => {
    const { user, dialog, call } = await open()
    server.use(
      http.post(call('dispatchItem'), () => {
        const errors = [{ field: 'lines[0].remarks', code: 'too_long', message: 'Too long' }]
        return problem(400, 'request.invalid', 'Invalid parameter', errors)
      }),
    )
    await user.selectOptions(dialog.getByLabelText('Repair category'), 'D')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(dialog.getByLabelText('Remarks or exceptions')).toHaveAccessibleDescription('Too long'),
    )
    expect(dialog.getByLabelText('Repair category')).toHaveValue('D')
  })

  it('keeps one condition', async () => {
    const { dialog } = await open()
    expect(dialog.getByRole('button', { name: 'Remove condition A' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it('lists conditions of the MMEL that the item does not have', async () => {
    read = { ...read, missing: [0] }
    const { dialog } = await open()
    expect(dialog.getByText('Not in this item: no relief.')).toBeVisible()
  })

  it('says when there is no MMEL item to compare with', async () => {
    read = { ...read, master: undefined }
    const { dialog } = await open()
    expect(dialog.getByText('No MMEL item found for comparison.')).toBeVisible()
  })
})
