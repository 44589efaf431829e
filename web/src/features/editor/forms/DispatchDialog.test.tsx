import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DispatchItem, DispatchItemChange, EditedDispatch } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { openEditor } from '@/testing/forms'
import { arthur } from '@/testing/people'
import { startServer } from '@/testing/server'

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
  read = { edits: [], item, master: { path: '/H160/MEL/DMC-A_en-US.XML', item }, warnings: [] }
})

describe('the MEL item form', () => {
  it('warns when the item is less restrictive than the MMEL beside it', async () => {
    const { user, dialog, saved } = await open()
    const master = within(dialog.getByRole('region', { name: 'MMEL item' }))
    expect(master.getByText('Category C, installed 1, required 0')).toBeVisible()
    await user.selectOptions(dialog.getByLabelText('Repair category'), 'D')
    expect(
      await dialog.findByText('Condition A: longer repair interval; the MMEL has category C.'),
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
    await user.click(dialog.getByRole('button', { name: 'Add proviso' }))
    await user.type(dialog.getByLabelText(/Proviso c/), 'new')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(changes.at(-1)?.lines[0]?.provisos).toEqual([
        { number: 1, text: 'not planned.' },
        { number: 0, text: 'by day,' },
        { text: 'new' },
      ]),
    )
  })

  it('keeps one condition', async () => {
    const { dialog } = await open()
    expect(dialog.getByRole('button', { name: 'Remove condition A' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it('says when there is no MMEL item to compare with', async () => {
    read = { ...read, master: undefined }
    const { dialog } = await open()
    expect(dialog.getByText('No MMEL item found for comparison.')).toBeVisible()
  })
})
