import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Bookmark, RecentVisit } from '@/api/types'
import { currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import { draftEntry } from '@/testing/drafts'
import { arthur, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { bookmark, visit } from '@/testing/workspace'
import { WorkspacePage } from './WorkspacePage'

connectApp()
const server = startServer(rita)

const pageOf = <Item,>(items: Item[], total = items.length) =>
  HttpResponse.json({ items, total, pageNumber: 1, pageSize: 10 })

function visited(...visits: RecentVisit[]) {
  server.use(http.post(at('/users/recentVisitWithPage'), () => pageOf(visits)))
}

function marked(...bookmarks: Bookmark[]) {
  server.use(http.post(at('/users/getBookmarksWithPage'), () => pageOf(bookmarks)))
}

describe('the recent visits', () => {
  it('stand at /recent, last first, and lead back to the state that was read', async () => {
    visited(
      visit('/H160/MEL/DMC-A_en-US.XML', { lane: 'oem' }),
      visit('/H160/MEL'),
      visit('/H160/MULTIMEDIA/ICN-1.PNG'),
    )
    renderPage(<WorkspacePage list="recent" />, rita)
    expect(await screen.findByRole('link', { name: 'Title of DMC-A_en-US' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?lane=oem&dm=DMC-A_en-US',
    )
    expect(screen.getByRole('link', { name: 'MEL' })).toHaveAttribute('href', '#/library/H160/MEL')
    expect(screen.getByRole('link', { name: 'Title of ICN-1.PNG' })).toHaveAttribute(
      'href',
      '#/library/H160/MULTIMEDIA?file=ICN-1.PNG',
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Recent' })).toBeVisible()
  })

  it('keep what is gone, without a way to it', async () => {
    visited(visit('/H160/MEL/DMC-A_en-US.XML', { available: false }))
    renderPage(<WorkspacePage list="recent" />, rita)
    const row = await screen.findByRole('row', { name: /Title of DMC-A_en-US/ })
    expect(within(row).getByText('Deleted')).toBeVisible()
    expect(within(row).queryByRole('link')).not.toBeInTheDocument()
    expect(within(row).queryByRole('button')).not.toBeInTheDocument()
  })

  it('are marked and unmarked with one click', async () => {
    visited(visit('/H160/MEL/DMC-A_en-US.XML'))
    const sent: unknown[] = []
    server.use(
      http.post(at('/users/bookmark'), async ({ request }) => {
        sent.push(await request.json())
        marked(bookmark('b1', '/H160/MEL/DMC-A_en-US.XML'))
        return HttpResponse.json({ bookmarked: true })
      }),
    )
    const { user } = renderPage(<WorkspacePage list="recent" />, rita)
    await user.click(await screen.findByRole('button', { name: 'Bookmark Title of DMC-A_en-US' }))
    await waitFor(() => expect(sent).toEqual([{ path: '/H160/MEL/DMC-A_en-US.XML' }]))
    expect(
      await screen.findByRole('button', {
        name: 'Remove bookmark Title of DMC-A_en-US',
        pressed: true,
      }),
    ).toBeVisible()
  })

  it('are searched on the server', async () => {
    const asked: unknown[] = []
    server.use(
      http.post(at('/users/recentVisitWithPage'), async ({ request }) => {
        const body = await request.json()
        asked.push(body)
        return JSON.stringify(body).includes('none')
          ? pageOf([])
          : pageOf([visit('/H160/MEL/DMC-A_en-US.XML')])
      }),
    )
    const { user } = renderPage(<WorkspacePage list="recent" />, rita)
    await user.type(await screen.findByRole('searchbox'), 'none{Enter}')
    expect(await screen.findByText('No results for “none”')).toBeVisible()
    expect(asked).toContainEqual({ pageNumber: 1, pageSize: 10, keywordFilter: 'none' })
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await screen.findByRole('link', { name: 'Title of DMC-A_en-US' })).toBeVisible()
  })

  it('are listed by their status', async () => {
    const asked: unknown[] = []
    server.use(
      http.post(at('/users/recentVisitWithPage'), async ({ request }) => {
        asked.push(await request.json())
        return pageOf([visit('/H160/MEL/DMC-A_en-US.XML', { status: 'Review' })])
      }),
    )
    const { user } = renderPage(<WorkspacePage list="recent" />, rita)
    const row = await screen.findByRole('row', { name: /Title of DMC-A_en-US/ })
    expect(within(row).getByText('Review')).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Review')
    await waitFor(() => expect(asked.at(-1)).toEqual({ pageNumber: 1, pageSize: 10, statusFilter: 'Review' }))
  })

  it('say what to do while there are none, and what went wrong', async () => {
    renderPage(<WorkspacePage list="recent" />, rita)
    expect(await screen.findByRole('heading', { name: 'Nothing viewed yet' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to the library' })).toHaveAttribute('href', '#/library/all')
  })
})

describe('the bookmarks', () => {
  it('stand at /bookmark under their own names, a paragraph with its anchor', async () => {
    marked(
      bookmark('b1', '/H160/MEL/DMC-A_en-US.XML', { name: 'Start here', folder: 'Daily' }),
      bookmark('b2', '/H160/MEL/DMC-B_en-US.XML', { anchor: 'para-1' }),
    )
    renderPage(<WorkspacePage list="bookmark" />, rita)
    const row = await screen.findByRole('row', { name: /Start here/ })
    expect(within(row).getByText('Daily')).toBeVisible()
    expect(within(row).getByText('Title of DMC-A_en-US')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Title of DMC-B_en-US' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-B_en-US&at=para-1',
    )
  })

  it('lead to their paragraph by the version they were made in, and say what became of it', async () => {
    const paragraph = { anchor: 'para-1', version: '12' }
    marked(
      bookmark('b1', '/H160/MEL/DMC-A_en-US.XML', { ...paragraph, placeState: 'changed' }),
      bookmark('b2', '/H160/MEL/DMC-B_en-US.XML', { ...paragraph, placeState: 'gone' }),
    )
    renderPage(<WorkspacePage list="bookmark" />, rita)
    expect(await screen.findByRole('link', { name: 'Title of DMC-A_en-US' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-A_en-US&at=para-1&from=12',
    )
    expect(screen.getByText('Text changed')).toBeVisible()
    expect(screen.getByText('Paragraph not found')).toBeVisible()
  })

  it('are listed by the status of their files', async () => {
    const asked: unknown[] = []
    server.use(
      http.post(at('/users/getBookmarksWithPage'), async ({ request }) => {
        asked.push(await request.json())
        return pageOf([bookmark('b1', '/H160/MEL/DMC-A_en-US.XML', { status: 'Draft' })])
      }),
    )
    const { user } = renderPage(<WorkspacePage list="bookmark" />, rita)
    const row = await screen.findByRole('row', { name: /Title of DMC-A_en-US/ })
    expect(within(row).getByText('Draft')).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Draft')
    await waitFor(() => expect(asked.at(-1)).toEqual({ pageNumber: 1, pageSize: 10, statusFilter: 'Draft' }))
  })

  it('are chosen by folder, also those in none', async () => {
    const asked: unknown[] = []
    server.use(
      http.get(at('/users/bookmarkFolders'), () =>
        HttpResponse.json([
          { name: '', count: 3 },
          { name: 'Daily', count: 1 },
        ]),
      ),
      http.post(at('/users/getBookmarksWithPage'), async ({ request }) => {
        asked.push(await request.json())
        return pageOf([bookmark('b1', '/H160/MEL')])
      }),
    )
    const { user } = renderPage(<WorkspacePage list="bookmark" />, rita)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Folder' }), 'Daily (1)')
    await waitFor(() => expect(asked).toContainEqual({ pageNumber: 1, pageSize: 10, folder: 'Daily' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Folder' }), 'No folder (3)')
    await waitFor(() => expect(asked).toContainEqual({ pageNumber: 1, pageSize: 10, folder: '' }))
  })

  it('get another name and folder; a refusal stays in the dialog', async () => {
    marked(bookmark('b1', '/H160/MEL'))
    const sent: unknown[] = []
    server.use(
      http.put(at('/users/bookmark/b1'), async ({ request }) => {
        sent.push(await request.json())
        return sent.length === 1
          ? problem(404, 'bookmark.not_found', 'This bookmark does not exist')
          : HttpResponse.json(bookmark('b1', '/H160/MEL'))
      }),
    )
    const { user } = renderPage(<WorkspacePage list="bookmark" />, rita)
    await user.click(await screen.findByRole('button', { name: 'Edit bookmark MEL' }))
    const dialog = screen.getByRole('dialog', { name: 'Edit bookmark' })
    await user.clear(within(dialog).getByRole('textbox', { name: /Name/ }))
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'The list')
    await user.type(within(dialog).getByRole('combobox', { name: /Folder/ }), 'Daily')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('This bookmark does not exist')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Bookmark saved.')).toBeVisible()
    expect(sent[1]).toEqual({ name: 'The list', folder: 'Daily' })
  })

  it('are removed', async () => {
    marked(bookmark('b1', '/H160/MEL'))
    server.use(
      http.delete(at('/users/bookmark/b1'), () => {
        marked()
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = renderPage(<WorkspacePage list="bookmark" />, rita)
    await user.click(await screen.findByRole('button', { name: 'Remove bookmark MEL' }))
    expect(await screen.findByText('Bookmark MEL removed.')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
  })
})

describe('the checkout list', () => {
  it('stands at /checkout and says when it is empty', async () => {
    renderPage(<WorkspacePage list="checkout" />, rita)
    expect(await screen.findByRole('heading', { name: 'Nothing checked out' })).toBeVisible()
  })

  it('lists what is held', async () => {
    const held = { ...visit('/H160/MEL/DMC-A_en-US.XML'), checkedOutOn: '2026-03-04T05:06:07Z' }
    server.use(http.post(at('/users/checkedOutListWithPage'), () => pageOf([held])))
    const { user } = renderPage(<WorkspacePage list="checkout" />, arthur)
    const row = within(await screen.findByRole('row', { name: /Title of DMC-A_en-US/ }))
    expect(row.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      '#/editor?path=%2FH160%2FMEL%2FDMC-A_en-US.XML',
    )
    const about = { path: '/H160/MEL/DMC-A_en-US.XML', title: 'Title of DMC-A_en-US' }
    await user.click(row.getByRole('button', { name: 'Actions for Title of DMC-A_en-US' }))
    expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-A_en-US',
    )
    await user.click(screen.getByRole('menuitem', { name: 'Check in' }))
    expect(currentOverlay()).toEqual({ kind: 'checkIn', ...about })
    await user.click(row.getByRole('button', { name: 'Actions for Title of DMC-A_en-US' }))
    await user.click(screen.getByRole('menuitem', { name: 'Cancel check-out' }))
    expect(currentOverlay()).toEqual({ kind: 'cancelCheckOut', ...about })
  })

  it('lists the drafts whose check-out has ended, and deletes one', async () => {
    let drafts = [
      draftEntry('DMC-A_en-US'),
      draftEntry('DMC-B_en-US', { title: 'Winch', state: 'setAside' }),
      draftEntry('DMC-C_en-US', { title: 'Open one', state: 'open' }),
    ]
    server.use(
      http.get(at('/files/wip'), () => HttpResponse.json({ drafts })),
      http.delete(at('/drafts/draft-DMC-B_en-US'), () => {
        drafts = drafts.filter(({ title }) => title !== 'Winch')
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = renderPage(<WorkspacePage list="checkout" />, arthur)
    const row = within(await screen.findByRole('row', { name: /Winch/ }))
    expect(row.getByText('Released by an approver')).toBeVisible()
    expect(row.getByRole('link', { name: 'Compare' })).toHaveAttribute('href', '#/checkout/draft-DMC-B_en-US')
    expect(screen.queryByText('Open one')).toBeNull()
    await user.click(row.getByRole('button', { name: 'Delete draft Winch' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Winch/ })).toBeNull())
    expect(screen.getByRole('row', { name: /Hoist/ })).toBeVisible()
  })
})
