import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { renderUi } from '@/testing/renderUi'
import { HeaderSearch } from './HeaderSearch'

beforeAll(startI18n)

function renderSearch() {
  const router = createMemoryRouter([{ path: '*', element: <HeaderSearch /> }], {
    initialEntries: ['/dashboard'],
  })
  renderUi(<RouterProvider router={router} />)
  return {
    box: screen.getByRole('searchbox', { name: 'Search' }),
    place: () => `${router.state.location.pathname}${router.state.location.search}`,
  }
}

it('goes to the search page on Enter and empties the box', async () => {
  const { box, place } = renderSearch()
  await userEvent.type(box, 'main rotor{Enter}')
  expect(place()).toBe('/search/index?search=main+rotor')
  expect(box).toHaveValue('')
})

it('goes there by the icon too', async () => {
  const { box, place } = renderSearch()
  await userEvent.type(box, '主旋翼')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(place()).toBe(`/search/index?search=${encodeURIComponent('主旋翼')}`)
  expect(box).toHaveValue('')
})

it('sends an empty text without a check', async () => {
  const { box, place } = renderSearch()
  await userEvent.type(box, '{Enter}')
  expect(place()).toBe('/search/index?search=')
})
