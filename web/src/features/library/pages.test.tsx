import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Csdb, Manual, Me } from '@/api/types'
import { currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada, rita } from '@/testing/people'
import { renderPage, renderRoute } from '@/testing/renderPage'
import { searchAnswer } from '@/testing/search'
import { at, problem, startServer } from '@/testing/server'
import { narrowQuery } from '@/ui/useMediaQuery'
import { DatabasePage } from './DatabasePage'
import { LibraryPage } from './LibraryPage'

connectApp()
const server = startServer()
const h160 = library.csdb('H160')
const mel = library.manual('H160', 'MEL')

function holding(databases: Csdb[], manuals: Manual[] = []) {
  server.use(
    http.get(at('/csdb'), () => HttpResponse.json(databases)),
    http.get(at('/csdb/manual'), () => HttpResponse.json(manuals)),
  )
}

describe('/library/all, all databases', () => {
  const show = (me: Me = ada) => renderPage(<LibraryPage />, me, '/library/all')

  it('shows each with type, manuals, modules and last change, and leads to it', async () => {
    holding([{ ...h160, attributeMap: { ...h160.attributeMap, aliasName: ['Our H160 fleet'] } }])
    show()
    const row = await screen.findByRole('row', { name: /Our H160 fleet H160 H160 1 12 2026\/03\/04/ })
    expect(within(row).getByRole('link', { name: 'Our H160 fleet' })).toHaveAttribute(
      'href',
      '#/library/H160',
    )
  })

  it('leads from the former list of updates to the OEM revisions', async () => {
    holding([h160])
    const { place } = renderPage(<LibraryPage />, rita, '/library/all?tab=updates')
    await waitFor(() => expect(place()).toBe('/revisions'))
  })

  it('leads from an ATA chapter to the manuals that have it, and to their modules', async () => {
    const facet = (field: string, ...values: [string, string, number][]) => ({
      field,
      values: values.map(([value, label, count]) => ({ value, label, count })),
      capped: false,
    })
    server.use(
      http.post(at('/files/fts/default'), async ({ request }) => {
        const { searchText } = JSON.parse(await request.text())
        const facets =
          searchText === 'chapter:29'
            ? [facet('manualName', ['H160/MEL', 'H160/MEL', 7])]
            : [facet('ataChapter', ['32', '32 Landing gear', 4], ['29', '29 Hydraulic power', 7])]
        return HttpResponse.json({ ...searchAnswer([]), facets })
      }),
    )
    renderPage(<LibraryPage />, rita, '/library/all?tab=chapters')
    const list = within(await screen.findByRole('region', { name: 'ATA chapters' }))
    const links = await list.findAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['29 Hydraulic power7', '32 Landing gear4'])
    expect(links[0]).toHaveAttribute('href', '#/library/all?tab=chapters&chapter=29')
    cleanup()
    renderPage(<LibraryPage />, rita, '/library/all?tab=chapters&chapter=29')
    expect(await screen.findByRole('link', { name: /H160\/MEL\s*7 modules/ })).toHaveAttribute(
      'href',
      '#/search/index?search=&sort=code&ataChapter=29&manualName=H160%2FMEL',
    )
  })

  it('orders and filters what it holds', async () => {
    holding([h160, library.csdb('H9', { moduleCount: 300 }), library.csdb('A350')])
    const { user } = show()
    const names = () => screen.getAllByRole('link', { name: /^(H|A)\d/ }).map((link) => link.textContent)
    await screen.findByRole('link', { name: 'H160' })
    expect(names()).toEqual(['A350', 'H9', 'H160'])
    await user.click(screen.getByRole('button', { name: 'Modules' }))
    await user.click(screen.getByRole('button', { name: 'Modules' }))
    await waitFor(() => expect(names()).toEqual(['H9', 'H160', 'A350']))
    await user.type(screen.getByRole('searchbox', { name: 'Search databases' }), 'a3{Enter}')
    await waitFor(() => expect(names()).toEqual(['A350']))
  })

  it('opens the dialogs that create, rename and delete', async () => {
    holding([h160])
    const { user } = show()
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
    await press('Create Database')
    expect(currentOverlay()).toEqual({ kind: 'createDatabase' })
    await press('Rename H160')
    expect(currentOverlay()).toEqual({ kind: 'renameFolder', folder: h160 })
    await press('Delete database H160')
    expect(currentOverlay()).toEqual({ kind: 'deleteFolder', folder: h160 })
    await press('Create manual in H160')
    expect(currentOverlay()).toEqual({ kind: 'createManual', csdb: h160 })
  })

  it('leads from an empty library to creating and importing', async () => {
    show()
    const empty = within(
      (await screen.findByRole('heading', { name: 'No databases yet' })).closest('div') ?? document.body,
    )
    expect(empty.getByRole('button', { name: 'Create Database' })).toBeVisible()
    expect(empty.getByRole('link', { name: 'Import a package' })).toHaveAttribute('href', '#/import/index')
  })

  it('tells a reader why nothing can be changed', async () => {
    holding([h160])
    const { user } = show(rita)
    const rename = await screen.findByRole('button', { name: 'Rename H160' })
    await user.hover(rename)
    expect(rename).toHaveAccessibleDescription('You do not have permission to change the library')
    expect(screen.queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Import a package' })).not.toBeInTheDocument()
  })

  it('says what failed and asks again', async () => {
    server.use(http.get(at('/csdb'), () => problem(403, 'forbidden', 'You may not do this'), { once: true }))
    const { user } = show()
    expect(await screen.findByText('You may not do this')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'No databases yet' })).toBeVisible()
  })
})

describe('/library/{folderPath}, one database', () => {
  const show = (name = 'H160', me: Me = ada) =>
    renderRoute(<DatabasePage />, ['/library/:folderPath'], me, `/library/${name}`)

  it('shows its manuals with type, the revision that its modules are counted in, last change, and a pending revision', async () => {
    const newer = { ...mel, newerRevisionWaits: true, lanes: { ...mel.lanes, oem: library.revision(2) } }
    holding([h160], [newer, library.manual('H160', 'OPS', { lanes: {}, moduleCount: 0 })])
    show()
    const row = await screen.findByRole('row', {
      name: /MEL MEL Revision 1 · issue 001 · 2026\/02\/01 Revision 2 pending 12 2026\/03\/04/,
    })
    expect(within(row).getByRole('link', { name: 'MEL' })).toHaveAttribute('href', '#/library/H160/MEL')
    expect(screen.getByRole('row', { name: /OPS MEL None yet 0/ })).toBeVisible()
  })

  it('keeps every action of a row in a menu on a narrow window', async () => {
    holding([h160], [mel])
    const wide = window.matchMedia
    window.matchMedia = (media) => ({ ...wide(media), matches: media === narrowQuery })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Actions for MEL' }))
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent?.trim())
    window.matchMedia = wide
    expect(items).toEqual([
      'New module in MEL',
      'Find and replace in MEL',
      'Module templates of MEL',
      'Rename MEL',
      'Delete MEL',
    ])
  })

  it('lets an author delete a manual but no database', async () => {
    holding([h160], [mel])
    const author = { ...ada, permissions: ada.permissions.filter((each) => each !== 'deleteLibrary') }
    const { user } = show('H160', author)
    await user.click(await screen.findByRole('button', { name: 'Delete MEL' }))
    expect(currentOverlay()).toEqual({ kind: 'deleteFolder', folder: mel })
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  })

  it('is found whatever the case of its name in the address', async () => {
    holding([h160], [])
    show('h160')
    expect(await screen.findByRole('heading', { level: 1, name: 'H160' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'No manuals yet' })).toBeVisible()
  })

  it('says that there is none of that name', async () => {
    holding([h160])
    show('H999')
    expect(await screen.findByRole('heading', { level: 1, name: 'Database H999 not found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to the library' })).toHaveAttribute('href', '#/library/all')
  })
})
