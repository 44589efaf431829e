import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { GraphicChange, GraphicFields, Media } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { loadedDialog, openEditor } from '@/testing/forms'
import { arthur } from '@/testing/people'
import { at, startServer } from '@/testing/server'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const xml = '<dmodule><figure><graphic infoEntityIdent="ICN-A"/></figure></dmodule>'
const media: Media = {
  id: '1',
  name: 'ICN-B.SVG',
  path: '/H160/MULTIMEDIA/ICN-B.SVG',
  code: 'ICN-B',
  image: false,
  audio: false,
  video: false,
  url: '/bytes/default/H160/MULTIMEDIA/ICN-B.SVG',
  status: 'Draft',
  origin: 'airline',
  size: 10,
  mediaType: 'image/svg+xml',
  versionId: '1',
  createdOn: '2026-03-04T05:06:07Z',
  createdBy: 'arthur',
  usedBy: 0,
  usedByWaiting: 0,
}
let graphics: GraphicFields[]
let changes: GraphicChange[] = []

async function open() {
  const page = await openEditor(server, xml)
  server.use(
    http.get(at('/users/downloadToken'), () => HttpResponse.json({ token: 't' })),
    http.get(at('/media/default/H160/MULTIMEDIA'), () =>
      HttpResponse.json({ items: [media], total: 1, pageNumber: 1, pageSize: 20 }),
    ),
    http.get(at('/media/default/H160/MULTIMEDIA/ICN-A.SVG'), () =>
      HttpResponse.json({
        items: [{ ...media, name: 'ICN-A.SVG', path: '/H160/MULTIMEDIA/ICN-A.SVG' }],
        total: 1,
        pageNumber: 1,
        pageSize: 20,
      }),
    ),
    http.post<never, { change?: GraphicChange }>(page.call('graphics'), async ({ request }) => {
      const { change } = await request.json()
      if (!change) return HttpResponse.json({ edits: [], graphics })
      changes.push(change)
      const from = xml.indexOf('ICN-A')
      return HttpResponse.json({ edits: [{ from, to: from + 5, text: 'ICN-B' }], graphics })
    }),
  )
  return { ...page, dialog: await page.openForm('Image') }
}

beforeEach(() => {
  changes = []
  graphics = [
    {
      element: 'graphic',
      ident: 'ICN-A',
      media: '/H160/MULTIMEDIA/ICN-A.SVG',
      hotspots: [{ object: 'AUTOID_1', title: 'Valve' }],
    },
  ]
})

describe('the image of a figure', () => {
  it('is chosen from the media of the database', async () => {
    const { user, dialog, saved } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Choose image 1 from media' }))
    await user.click(await screen.findByRole('button', { name: /ICN-B\.SVG/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes).toEqual([{ number: 0, media: media.path }])
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved()).toBe(xml.replace('ICN-A', 'ICN-B')))
  })

  it('is listed with its hotspots', async () => {
    const { user, dialog } = await open()
    await user.click(await dialog.findByText('1 hotspot'))
    expect(dialog.getByRole('listitem')).toHaveTextContent('AUTOID_1 Valve')
  })

  it('is replaced only by a file of the same name', async () => {
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Replace the file of image 1' }))
    const upload = await loadedDialog('Upload Media')
    const other = new File(['<svg/>'], 'ICN-X.SVG', { type: 'image/svg+xml' })
    await user.upload(upload.getByLabelText('Drop a media file here', { selector: 'input' }), other)
    expect(await upload.findByRole('alert')).toHaveTextContent(
      'The file must have the same name as the one it replaces',
    )
    expect(changes).toEqual([])
  })

  it('cannot be replaced when the library does not have it', async () => {
    graphics = [{ element: 'graphic', ident: 'ICN-A', hotspots: [] }]
    const { dialog } = await open()
    expect(await dialog.findByText('Not in the library')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Replace the file of image 1' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it('says when there is no image at the cursor', async () => {
    graphics = []
    const { dialog } = await open()
    expect(await dialog.findByText('No image at the cursor')).toBeVisible()
  })
})
