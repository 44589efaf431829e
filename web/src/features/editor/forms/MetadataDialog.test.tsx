import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MetadataChange, ModuleMetadata } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { openEditor } from '@/testing/forms'
import { arthur } from '@/testing/people'
import { problem, startServer } from '@/testing/server'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const xml = '<dmodule>\r\n<techName>Pump</techName>\r\n</dmodule>'
const plain = (text: string) => ({ text, isFixed: false })
const metadata: ModuleMetadata = {
  title: { techName: plain('Pump'), infoName: { text: 'CO2', isFixed: true } },
  language: 'en-US',
  quality: [],
  hasTypedReasons: true,
  reasons: [{ text: plain('Old'), type: 'urt02', highlight: false, isReferenced: true }],
}

let changes: MetadataChange[] = []

async function open() {
  const page = await openEditor(server, xml)
  server.use(
    http.post<never, { text: string; change?: MetadataChange }>(
      page.call('metadata'),
      async ({ request }) => {
        const { text, change } = await request.json()
        if (!change) return HttpResponse.json({ edits: [], metadata })
        changes.push(change)
        const from = text.indexOf('Pump')
        return HttpResponse.json({ edits: [{ from, to: from + 4, text: 'Valve' }], metadata })
      },
    ),
  )
  return { ...page, dialog: await page.openForm('Metadata') }
}

beforeEach(() => {
  changes = []
})

describe('the metadata dialog', () => {
  it('changes only the range that the server names, and one undo takes it back', async () => {
    const { user, dialog, saved } = await open()
    const name = await dialog.findByLabelText(/Technical name/)
    await user.clear(name)
    await user.type(name, 'Valve')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes).toEqual([{ techName: 'Valve' }])
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved()).toBe(xml.replace('Pump', 'Valve')))
  })

  it('shows what it cannot change, and says why', async () => {
    const { dialog } = await open()
    expect(await dialog.findByLabelText('Information name')).toHaveAttribute('readonly')
    expect(dialog.getByText('Contains markup; edit it in the source.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Remove reason 1' })).toHaveAttribute('aria-disabled', 'true')
    expect(dialog.getByLabelText('Language')).toHaveValue('en-US')
  })

  it('keeps what was typed when the server refuses it', async () => {
    const { user, dialog, call } = await open()
    await user.type(await dialog.findByLabelText(/Technical name/), 's')
    server.use(http.post(call('metadata'), () => problem(422, 'draft.refused', 'The text is refused')))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(await dialog.findByText('The text is refused')).toBeVisible()
    expect(dialog.getByLabelText(/Technical name/)).toHaveValue('Pumps')
  })
})
