import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createHashRouter, Outlet, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { useOnNavigation } from './useOnNavigation'

const uncover = vi.fn()
let arrive: () => void

function Page() {
  useOnNavigation(uncover)
  return (
    <>
      <Outlet />
      <a href="#/here">shown page</a>
      <a href="/elsewhere" onClick={(event) => event.preventDefault()}>
        elsewhere
      </a>
    </>
  )
}

beforeEach(async () => {
  window.location.hash = '#/here'
  const fetched = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const late = { path: 'late', lazy: () => fetched.then(() => ({ element: <p>late page</p> })) }
  const routes = [{ element: <Page />, children: [late, { path: '*', element: <p>page</p> }] }]
  render(<RouterProvider router={createHashRouter(routes)} />)
  await screen.findByRole('link', { name: 'shown page' })
  uncover.mockClear()
})

it('notices each of several plain hash changes in a row', async () => {
  for (const hash of ['#/first', '#/second', '#/third']) {
    uncover.mockClear()
    act(() => {
      window.location.hash = hash
    })
    await waitFor(() => expect(uncover).toHaveBeenCalled())
  }
})

it('notices that one sets out for a page that must be fetched, not that it arrives', async () => {
  act(() => {
    window.location.hash = '#/late'
  })
  await waitFor(() => expect(uncover).toHaveBeenCalledOnce())
  expect(screen.queryByText('late page')).not.toBeInTheDocument()
  arrive()
  await screen.findByText('late page')
  expect(uncover).toHaveBeenCalledOnce()
})

it('notices a click on the link to the page that is shown', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'shown page' }))
  expect(uncover).toHaveBeenCalledOnce()
})

it('leaves alone what leads out of the application', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }))
  expect(uncover).not.toHaveBeenCalled()
})
