import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Me, Media } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada, rita } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { media } from '@/testing/workspace'
import { MediaPage } from './MediaPage'

connectApp()
const server = startServer(ada)

const asked: URLSearchParams[] = []

function holding(...items: Media[]) {
  server.use(
    http.get(at('/media/default/H160/MULTIMEDIA'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items, total: items.length, pageNumber: 1, pageSize: 20 })
    }),
    http.get(at('/media/default/H160/MULTIMEDIA/:name'), ({ params }) => {
      const found = items.filter(({ name }) => name === params.name)
      return HttpResponse.json({ items: found, total: found.length, pageNumber: 1, pageSize: 20 })
    }),
  )
}

beforeEach(() => {
  asked.length = 0
  server.use(
    http.get(at('/csdb'), () => HttpResponse.json([library.csdb('H160')])),
    http.get(at('/users/downloadToken'), () =>
      HttpResponse.json({ token: 'read-only', expiresOn: '2026-03-04T06:06:07Z' }),
    ),
    http.get(at('/files/referenced/default/H160/MULTIMEDIA/:name'), () =>
      HttpResponse.json({
        references: [],
        referencedBy: [
          { path: '/H160/MEL/DMC-A_en-US.XML', code: 'DMC-A', title: 'Rotor', kind: 'icn', waits: false },
        ],
        referencedByTotal: 1,
      }),
    ),
    http.get(at('/files/getVersions/default/H160/MULTIMEDIA/:name'), () =>
      HttpResponse.json([
        library.version('/H160/MULTIMEDIA/ICN-1.PNG', { origin: 'airline', createdBy: 'ada', revisions: [] }),
        library.version('/H160/MULTIMEDIA/ICN-1.PNG', { versionId: 'v0', origin: 'oem', revisions: [1, 2] }),
      ]),
    ),
  )
})

function open(me: Me = ada, query = '') {
  const routes = ['/library/:folderPath/MULTIMEDIA']
  return renderRoute(<MediaPage />, routes, me, `/library/H160/MULTIMEDIA${query}`)
}

const chosen = (name: string, text = 'x') => new File([text], name, { type: 'image/png' })

describe('Media', () => {
  it('asks for 20 at a time, with a thumbnail whose address carries token and ts', async () => {
    holding(media('ICN-1.PNG'), media('take-1.mp3', { image: false, audio: true }))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Media' })).toBeVisible()
    const list = await screen.findByRole('list', { name: 'Media' })
    await waitFor(() => expect(list.querySelector('img')).not.toBeNull())
    const source = new URL(list.querySelector('img')?.src ?? '')
    expect(source.pathname).toBe('/kbj/api/bytes/default/H160/MULTIMEDIA/ICN-1.PNG')
    expect(source.searchParams.get('as')).toBe('thumb')
    expect(source.searchParams.get('token')).toBe('read-only')
    expect(Number(source.searchParams.get('ts'))).toBeGreaterThan(0)
    expect(list.querySelectorAll('img')).toHaveLength(1)
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      pageNumber: '1',
      pageSize: '20',
      statusFilter: 'all',
    })
  })

  it('filters by status, and by all when more than one is chosen', async () => {
    holding(media('ICN-1.PNG'))
    open(ada, '?status=released')
    await waitFor(() => expect(asked[0]?.get('statusFilter')).toBe('released'))
    open(ada, '?status=review')
    await waitFor(() => expect(asked.at(-1)?.get('statusFilter')).toBe('review'))
    open(ada, '?status=released,draft')
    await waitFor(() => expect(asked.at(-1)?.get('statusFilter')).toBe('all'))
  })

  it('looks for a name on the server', async () => {
    holding(media('ICN-1.PNG'))
    const { user } = open()
    await user.type(await screen.findByRole('searchbox'), 'icn{Enter}')
    await waitFor(() => expect(asked.at(-1)?.get('keywordFilter')).toBe('icn'))
  })

  it('goes to the last page when the asked one is no more', async () => {
    holding(media('ICN-1.PNG'))
    const { query } = open(ada, '?page=2')
    await waitFor(() => expect(query().get('page')).toBeNull())
    expect(await screen.findByRole('button', { name: /ICN-1.PNG/ })).toBeVisible()
  })

  it('says that uses and versions could not be read', async () => {
    holding(media('ICN-1.PNG', { usedBy: 1 }))
    const refused = () => problem(403, 'user.forbidden', 'Not allowed')
    server.use(
      http.get(at('/files/referenced/default/H160/MULTIMEDIA/:name'), refused),
      http.get(at('/files/getVersions/default/H160/MULTIMEDIA/:name'), refused),
    )
    const { user } = open(ada, '?file=ICN-1.PNG')
    const dialog = within(await screen.findByRole('dialog', { name: 'ICN-1.PNG' }))
    await user.click(dialog.getByRole('tab', { name: /Where used/ }))
    expect(await dialog.findByRole('heading', { name: 'The references could not be loaded' })).toBeVisible()
    await user.click(dialog.getByRole('tab', { name: 'Versions' }))
    expect(await dialog.findByRole('heading', { name: 'The versions could not be loaded' })).toBeVisible()
  })

  it('shows details, where it is used and its versions', async () => {
    holding(media('ICN-1.PNG', { usedBy: 1 }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /ICN-1.PNG/ }))
    const dialog = await screen.findByRole('dialog', { name: 'ICN-1.PNG' })
    expect(within(dialog).getByText('/H160/MULTIMEDIA/ICN-1.PNG')).toBeVisible()
    await user.click(within(dialog).getByRole('tab', { name: /Where used/ }))
    expect(await within(dialog).findByRole('link', { name: 'Rotor' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-A_en-US',
    )
    await user.click(within(dialog).getByRole('tab', { name: 'Versions' }))
    expect(await within(dialog).findByText('in OEM revision 1, 2')).toBeVisible()
    expect(within(dialog).getByText('Operator')).toBeVisible()
  })

  it('says what only a revision that waits shows, and leads into the delivered text', async () => {
    holding(media('ICN-1.PNG', { usedBy: 1, usedByWaiting: 1 }))
    server.use(
      http.get(at('/files/referenced/default/H160/MULTIMEDIA/:name'), () =>
        HttpResponse.json({
          references: [],
          referencedBy: [
            {
              path: '/H160/MEL/DMC-A_en-US.XML',
              code: 'DMC-A',
              title: 'Rotor',
              kind: 'icn',
              waits: true,
              revision: '7',
            },
          ],
          referencedByTotal: 1,
        }),
      ),
    )
    const { user } = open()
    await user.click(
      await screen.findByRole('button', { name: /ICN-1.PNG.*used by 1, in a pending OEM revision/ }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'ICN-1.PNG' }))
    await user.click(dialog.getByRole('tab', { name: /Where used/ }))
    expect(await dialog.findByRole('link', { name: 'Rotor' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-A_en-US&revision=7',
    )
    expect(dialog.getByText('Only in a pending OEM revision')).toBeVisible()
  })

  it('says that a file in the address is not there', async () => {
    holding(media('ICN-1.PNG'))
    server.use(
      http.get(at('/media/default/H160/MULTIMEDIA/gone.png'), () =>
        problem(404, 'file.not_found', 'This file does not exist'),
      ),
    )
    open(ada, '?file=gone.png')
    expect(await screen.findByText('gone.png cannot be opened')).toBeVisible()
    expect(screen.getByText('This file does not exist')).toBeVisible()
    expect(await screen.findByRole('button', { name: /ICN-1.PNG/ })).toBeVisible()
  })

  it('says why a picture cannot be shown', async () => {
    holding(media('ICN-1.PNG'))
    open(ada, '?file=ICN-1.PNG')
    const dialog = await screen.findByRole('dialog', { name: 'ICN-1.PNG' })
    const picture = await waitFor(() => within(dialog).getByRole('presentation'))
    fireEvent.error(picture)
    expect(within(dialog).getByText('The image is damaged and cannot be displayed.')).toBeVisible()
  })

  it('lets a reader look and says why they cannot change anything', async () => {
    holding(media('ICN-1.PNG'))
    const { user } = open(rita, '?file=ICN-1.PNG')
    const dialog = await screen.findByRole('dialog', { name: 'ICN-1.PNG' })
    const replace = within(dialog).getByRole('button', { name: 'Replace' })
    expect(replace).toHaveAttribute('aria-disabled', 'true')
    await user.hover(replace)
    expect(replace).toHaveAccessibleDescription('You do not have permission to change media')
  })
})

describe('Upload Media', () => {
  async function dialogFor(user: ReturnType<typeof open>['user']) {
    await user.click(await screen.findByRole('button', { name: 'Upload Media' }))
    return screen.findByRole('dialog', { name: 'Upload Media' })
  }

  it('adds a file under its own name, without a name to compare', async () => {
    holding(media('ICN-1.PNG'))
    const sent: string[] = []
    server.use(
      http.post(at('/media/default/H160/MULTIMEDIA/:name'), ({ request }) => {
        sent.push(new URL(request.url).pathname + new URL(request.url).search)
        return HttpResponse.json(media('new.png'), { status: 201 })
      }),
    )
    const { user } = open()
    const dialog = await dialogFor(user)
    await user.upload(
      within(dialog).getByLabelText('Drop a media file here', { selector: 'input' }),
      chosen('new.png'),
    )
    expect(within(dialog).getByText('new.png')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('new.png uploaded.')).toBeVisible()
    expect(sent).toEqual(['/kbj/api/media/default/H160/MULTIMEDIA/new.png?replace=false&fileName=new.png'])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('checks the ending before anything is sent', async () => {
    holding(media('ICN-1.PNG'))
    const { user } = open()
    const dialog = await dialogFor(user)
    const input = within(dialog).getByLabelText('Drop a media file here', { selector: 'input' })
    input.removeAttribute('accept')
    await user.upload(input, chosen('a.exe'))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Files of this type cannot be uploaded',
    )
    expect(within(dialog).queryByRole('button', { name: 'Upload' })).not.toBeInTheDocument()
  })

  it('clears the chosen file when the server refuses its name', async () => {
    holding(media('ICN-1.PNG'))
    server.use(
      http.post(at('/media/default/H160/MULTIMEDIA/:name'), () =>
        problem(400, 'media.invalid_name', 'The file name contains invalid characters'),
      ),
    )
    const { user } = open()
    const dialog = await dialogFor(user)
    await user.upload(
      within(dialog).getByLabelText('Drop a media file here', { selector: 'input' }),
      chosen('a b.png'),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Upload' }))
    expect(await within(dialog).findByText('The file name contains invalid characters')).toBeVisible()
    expect(within(dialog).queryByText('a b.png')).not.toBeInTheDocument()
    expect(within(dialog).getByRole('button', { name: 'Choose a file' })).toBeVisible()
  })

  it('replaces only by a file of the same name, picked among the medias', async () => {
    holding(media('ICN-1.PNG'), media('ICN-2.PNG'))
    const sent: string[] = []
    server.use(
      http.post(at('/media/default/H160/MULTIMEDIA/:name'), ({ request }) => {
        sent.push(new URL(request.url).search)
        return HttpResponse.json(media('ICN-2.PNG'), { status: 201 })
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Replace file' }))
    const picker = await screen.findByRole('dialog', { name: 'Media' })
    await user.click(await within(picker).findByRole('button', { name: /ICN-2.PNG/ }))
    expect(screen.queryByRole('dialog', { name: 'Media' })).not.toBeInTheDocument()
    const dialog = await screen.findByRole('dialog', { name: 'Upload Media' })
    const input = within(dialog).getByLabelText('Drop a media file here', { selector: 'input' })
    await user.upload(input, chosen('ICN-1.PNG'))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'The file must have the same name as the one it replaces',
    )
    await user.upload(input, chosen('ICN-2.PNG'))
    await user.click(within(dialog).getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('ICN-2.PNG uploaded.')).toBeVisible()
    expect(sent).toEqual(['?replace=true&fileName=ICN-2.PNG'])
  })

  it('has pages of another name than those of the list behind it', async () => {
    const items = Array.from({ length: 20 }, (_, index) => media(`ICN-${index}.PNG`))
    server.use(
      http.get(at('/media/default/H160/MULTIMEDIA'), () =>
        HttpResponse.json({ items, total: 30, pageNumber: 1, pageSize: 20 }),
      ),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Replace file' }))
    expect(await screen.findByRole('navigation', { name: 'File pages' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'File pages' })).toBeInTheDocument()
  })

  it('keeps the chosen file when another holds the lock', async () => {
    holding(media('ICN-1.PNG'))
    server.use(
      http.post(at('/media/default/H160/MULTIMEDIA/:name'), () =>
        problem(409, 'file.already_checked_out', 'ben has checked this file out'),
      ),
    )
    const { user } = open(ada, '?file=ICN-1.PNG')
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    const dialog = await screen.findByRole('dialog', { name: 'Upload Media' })
    await user.upload(
      within(dialog).getByLabelText('Drop a media file here', { selector: 'input' }),
      chosen('ICN-1.PNG'),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Upload' }))
    expect(await within(dialog).findByText('ben has checked this file out')).toBeVisible()
    expect(within(dialog).getByText('ICN-1.PNG')).toBeVisible()
  })
})

describe('deleting', () => {
  const inUse = () =>
    HttpResponse.json(
      {
        type: 'urn:airfolio:problem:media.in_use',
        title: '1 files use this media file',
        status: 409,
        code: 'media.in_use',
        requestId: 'r',
        uses: [{ path: '/H160/MEL/DMC-A_en-US.XML', code: 'DMC-A', title: 'Rotor' }],
      },
      { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
    )

  it('is refused with the list of what uses the file, unless an administrator insists', async () => {
    holding(media('ICN-1.PNG'))
    const forced: (string | null)[] = []
    server.use(
      http.delete(at('/files/default/H160/MULTIMEDIA/ICN-1.PNG'), ({ request }) => {
        const force = new URL(request.url).searchParams.get('force')
        forced.push(force)
        return force === 'true' ? new HttpResponse(null, { status: 204 }) : inUse()
      }),
    )
    const { user } = open(ada, '?file=ICN-1.PNG')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete media file' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await within(dialog).findByRole('link', { name: 'Rotor' })).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Delete anyway' }))
    expect(await screen.findByText('ICN-1.PNG moved to the trash.')).toBeVisible()
    expect(forced).toEqual(['false', 'true'])
  })

  it('stays closed to an author when the file is in use', async () => {
    holding(media('ICN-1.PNG'))
    server.use(http.delete(at('/files/default/H160/MULTIMEDIA/ICN-1.PNG'), inUse))
    const author: Me = { ...rita, permissions: ['readContent', 'comment', 'editContent'] }
    const { user } = open(author, '?file=ICN-1.PNG')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete media file' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await within(dialog).findByRole('link', { name: 'Rotor' })
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(
      'Only an administrator can delete a file that is in use',
    )
  })
})
