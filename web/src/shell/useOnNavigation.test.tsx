import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createHashRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { useOnNavigation } from './useOnNavigation'

const uncover = vi.fn()

function Page() {
  useOnNavigation(uncover)
  return (
    <>
      <a href="#/here">shown page</a>
      <a href="/elsewhere" onClick={(event) => event.preventDefault()}>
        elsewhere
      </a>
    </>
  )
}

beforeEach(async () => {
  window.location.hash = '#/here'
  render(<RouterProvider router={createHashRouter([{ path: '*', element: <Page /> }])} />)
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

it('notices a click on the link to the page that is shown', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'shown page' }))
  expect(uncover).toHaveBeenCalledOnce()
})

it('leaves alone what leads out of the application', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }))
  expect(uncover).not.toHaveBeenCalled()
})
