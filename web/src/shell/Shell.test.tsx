import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { openOverlay } from '@/lib/overlay'
import { sessionState, startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { ada, noCounts, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { answersFor, at, startServer } from '@/testing/server'
import { startOver } from './startOver'
import { narrowQuery } from './useSidebar'

vi.mock('./startOver', () => ({ startOver: vi.fn() }))

const server = startServer()
connectApp()
beforeEach(() => startSession(tokenFor(ada)))

const sidebar = () => screen.findByRole('navigation', { name: 'Main navigation' })

it('closes the overlay at any navigation', async () => {
  const { router } = renderApp('/checkout')
  await sidebar()
  act(() => openOverlay({ kind: 'shortcuts' }))
  await screen.findByRole('dialog')
  await act(() => router.navigate('/bookmark'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows the versions of both sides', async () => {
  server.use(
    http.get(at('/version'), () =>
      HttpResponse.json({ version: '5.0.0-rc.0', web: '5.0.0-rc.0', commit: 'abc1234' }),
    ),
  )
  renderApp('/checkout')
  await userEvent.click(within(await sidebar()).getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('button', { name: 'Information' }))
  const dialog = await screen.findByRole('dialog', { name: 'Information' })
  expect(await within(dialog).findByText('abc1234')).toBeVisible()
  expect(within(dialog).getAllByText('5.0.0-rc.0')).toHaveLength(2)
})

it('shows the counts of the server', async () => {
  server.use(http.get(at('/counts'), () => HttpResponse.json({ ...noCounts, tasks: 5, messages: 120 })))
  renderApp('/checkout')
  expect(await screen.findByRole('link', { name: 'New tasks: 5' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Messages, 120 unread' })).toBeVisible()
})

it('opens the group of the current path and remembers a hidden sidebar', async () => {
  renderApp('/checkout')
  const group = within(await sidebar()).getByRole('button', { name: 'Workspace' })
  expect(group).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('button', { name: 'Compliance' })).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(screen.getByRole('button', { name: 'Show or hide the sidebar' }))
  expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull()
  expect(localStorage.getItem('airfolio.sidebar')).toBe('hidden')
})

it('marks the workspace button of the path, and none elsewhere', async () => {
  const { router } = renderApp('/bookmark')
  const marked = () =>
    within(screen.getByRole('navigation', { name: 'Workspace lists' }))
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map((link) => link.textContent)
  await sidebar()
  expect(marked()).toEqual(['Bookmarks'])
  await act(() => router.navigate('/all-tasks/index'))
  expect(marked()).toEqual([])
})

it('has the place of the folder tree on library paths only', async () => {
  const { router } = renderApp('/library/H160/MEL')
  expect(await screen.findByRole('complementary', { name: 'Folder tree' })).toBeVisible()
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(way.getByRole('link', { name: 'H160' })).toHaveAttribute('href', '#/library/H160')
  expect(way.getByText('MEL')).toHaveAttribute('aria-current', 'page')
  await act(() => router.navigate('/checkout'))
  expect(screen.queryByRole('complementary', { name: 'Folder tree' })).toBeNull()
})

it('casts a shadow under the header while the page is scrolled', async () => {
  renderApp('/checkout')
  const header = await screen.findByRole('banner')
  const scrollTo = (top: number) => {
    document.documentElement.scrollTop = top
    fireEvent.scroll(document)
  }
  expect(header).not.toHaveClass('shadow-sm')
  scrollTo(1)
  expect(header).toHaveClass('shadow-sm')
  scrollTo(0)
  expect(header).not.toHaveClass('shadow-sm')
})

it('shows the mark, which leads home, and beside it what the program is for', async () => {
  renderApp('/checkout')
  const header = within(await screen.findByRole('banner'))
  expect(header.getByRole('link', { name: 'Airfolio' })).toHaveAttribute('href', '#/')
  expect(header.getByRole('img', { name: 'Airfolio' })).toHaveAttribute('width', '100')
  expect(header.getByText('Technical publications')).toBeVisible()
})

it('credits the provider the server names', async () => {
  renderApp('/checkout')
  const footer = await screen.findByRole('contentinfo')
  expect(footer).toHaveTextContent('Powered by Example Works')
  expect(within(footer).getByRole('link')).toHaveAttribute('href', 'https://example.org')
})

it('credits a provider that has no address of its own without a link', async () => {
  server.use(...answersFor({ ...ada, poweredBy: { name: 'Example Works', url: '' } }))
  renderApp('/checkout')
  const footer = await screen.findByRole('contentinfo')
  expect(footer).toHaveTextContent('Powered by Example Works')
  expect(within(footer).queryByRole('link')).toBeNull()
})

it('clears the session at logout, goes to login and loads the page anew', async () => {
  renderApp('/checkout')
  await userEvent.click(within(await sidebar()).getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(startOver).toHaveBeenCalledExactlyOnceWith('/pages/login'))
  expect(sessionState()).toEqual({ kind: 'signedOut' })
})

it('answers plain keys outside of fields, until they are turned off', async () => {
  const { place } = renderApp('/checkout')
  await sidebar()
  const box = screen.getByRole('searchbox', { name: 'Search' })
  await userEvent.keyboard('/')
  expect(box).toHaveFocus()
  await userEvent.keyboard('?gb')
  expect(box).toHaveValue('?gb')
  expect(place()).toBe('/checkout')

  act(() => box.blur())
  await userEvent.keyboard('gb')
  await screen.findByRole('heading', { name: 'Bookmarks' })
  expect(place()).toBe('/bookmark')
  await userEvent.keyboard('?')
  await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible()
})

it('lays the sidebar over the page below 992 px, until Escape or a navigation', async () => {
  expect(narrowQuery).toBe('(max-width: 991.98px)')
  const wide = window.matchMedia
  window.matchMedia = (media) => ({ ...wide(media), matches: media === narrowQuery })
  const { router } = renderApp('/checkout')
  const toggle = await screen.findByRole('button', { name: 'Show or hide the sidebar' })
  const shown = () => screen.queryByRole('navigation', { name: 'Main navigation' })
  expect(shown()).toBeNull()
  await userEvent.click(toggle)
  expect(shown()).toHaveFocus()
  expect(screen.getByText('Checkout list', { selector: 'h1' }).closest('[inert]')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(shown()).toBeNull()
  expect(toggle).toHaveFocus()
  await userEvent.click(toggle)
  await act(() => router.navigate('/bookmark'))
  expect(shown()).toBeNull()
  expect(localStorage.getItem('airfolio.sidebar')).toBeNull()
})

it('scrolls by 40 px a step when the track beside the sidebar is clicked', async () => {
  // jsdom lays nothing out: here 100 px of 400 are seen, and the handle takes the upper 25 of the track.
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = '.af-sidebar-scroll { height: 100px }'
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, 0, 10, this.classList.contains('simplebar-scrollbar') ? 25 : 100)
  })
  renderApp('/checkout')
  const navigation = await sidebar()
  const track = navigation.querySelector('.simplebar-vertical') ?? navigation
  fireEvent.mouseMove(track, { clientX: 5, clientY: 90 })
  fireEvent.pointerDown(track)
  expect(within(navigation).getByRole('region').scrollTop).toBe(40)
  style.remove()
  vi.restoreAllMocks()
})
