import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditedReference, ReferenceChange } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { openEditor } from '@/testing/forms'
import { file } from '@/testing/library'
import { arthur } from '@/testing/people'
import { at, startServer } from '@/testing/server'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const xml = '<dmodule><para>See .</para></dmodule>'
const figure = { id: 'fig-01', element: 'figure', label: 'Pump' }
let read: EditedReference
let changes: ReferenceChange[] = []

async function open() {
  const page = await openEditor(server, xml)
  server.use(
    http.get(at('/dm/getAllDmListWithPage'), () =>
      HttpResponse.json({
        items: [file('DMC-B_en-US', { title: 'Valve' })],
        total: 1,
        pageNumber: 1,
        pageSize: 12,
      }),
    ),
    http.post<never, { other?: string; change?: ReferenceChange }>(
      page.call('references'),
      async ({ request }) => {
        const { other, change } = await request.json()
        if (!change) return HttpResponse.json({ ...read, fragments: other ? [figure] : [] })
        changes.push(change)
        const from = xml.indexOf('.')
        return HttpResponse.json({ ...read, edits: [{ from, to: from, text: '<dmRef/>' }] })
      },
    ),
  )
  return { ...page, dialog: await page.openForm('Reference') }
}

beforeEach(() => {
  changes = []
  read = { edits: [], allowsModule: true, allowsInternal: true, targets: [figure], fragments: [] }
})

describe('the reference form', () => {
  it('inserts a reference to a paragraph of another module', async () => {
    const { user, dialog, saved } = await open()
    await user.click(await dialog.findByRole('radio', { name: /Valve/ }))
    await user.selectOptions(await dialog.findByLabelText('Paragraph'), await dialog.findByText(/Pump/))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes).toEqual([{ kind: 'file', path: file('DMC-B_en-US').path, id: 'fig-01' }])
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved()).toBe(xml.replace('.', '<dmRef/>.')))
  })

  it('leads to an element of the same module', async () => {
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('radio', { name: 'This module' }))
    await user.selectOptions(dialog.getByLabelText('Element'), 'fig-01')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(changes).toEqual([{ kind: 'internal', id: 'fig-01' }]))
  })

  it('shows the target of the reference at the cursor', async () => {
    read = {
      ...read,
      at: { kind: 'file', code: 'DMC-OLD', title: 'Old pump' },
      allowsModule: false,
      allowsInternal: false,
    }
    const { dialog } = await open()
    expect(await dialog.findByText('Current target: Old pump · DMC-OLD')).toBeVisible()
    expect(dialog.queryByRole('radio', { name: 'This module' })).toBeNull()
  })

  it('changes the paragraph of the same module alone', async () => {
    const { path } = file('DMC-B_en-US')
    const target = { kind: 'file' as const, code: 'DMC-B', title: 'Valve', issue: '002-00', path }
    read = { ...read, at: target, allowsModule: false, allowsInternal: false }
    const { user, dialog } = await open()
    expect(await dialog.findByText(/The reference names issue 002-00/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true')
    await user.selectOptions(await dialog.findByLabelText('Paragraph'), await dialog.findByText(/Pump/))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(changes).toEqual([{ kind: 'file', path, id: 'fig-01' }]))
  })

  it('leaves references to publications to the source', async () => {
    read = { ...read, at: { kind: 'file', code: 'PMC-OLD', title: 'Manual' } }
    const { dialog } = await open()
    expect(await dialog.findByText('References to publications are edited in the source')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Apply' })).toBeNull()
  })

  it('says where a reference can be inserted', async () => {
    read = { ...read, allowsModule: false, allowsInternal: false }
    const { dialog } = await open()
    expect(await dialog.findByText('No reference can be inserted here')).toBeVisible()
  })
})
