import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Button } from '@/ui/Button'
import { type OnDemand, onDemand, useOnDemand } from './onDemand'

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
})

const Part = ({ word }: { word: string }) => <p>{word}</p>

function Place({ source }: { source: OnDemand<{ word: string }> }) {
  const { Part: Loaded, lost, retry } = useOnDemand(source)
  if (Loaded) return <Loaded word="here" />
  return lost ? <Button onClick={retry}>again</Button> : <p>on its way</p>
}

it('shows what has come, and the next time at once', async () => {
  const source = onDemand(async () => Part)
  const { unmount } = renderUi(<Place source={source} />)
  expect(screen.getByText('on its way')).toBeVisible()
  expect(await screen.findByText('here')).toBeVisible()
  unmount()
  renderUi(<Place source={source} />)
  expect(screen.getByText('here')).toBeVisible()
})

/** Comes the second time. */
function renderLate() {
  const fetchPart = vi.fn<() => Promise<typeof Part>>()
  const error = new TypeError('Failed to fetch dynamically imported module')
  fetchPart.mockRejectedValueOnce(error).mockResolvedValueOnce(Part)
  renderUi(<Place source={onDemand(fetchPart)} />)
  return fetchPart
}

it('asks again for what could not come', async () => {
  const fetchPart = renderLate()
  await userEvent.click(await screen.findByRole('button', { name: 'again' }))
  expect(await screen.findByText('here')).toBeVisible()
  expect(fetchPart).toHaveBeenCalledTimes(2)
})

it('asks again by itself when the network is back', async () => {
  renderLate()
  await screen.findByRole('button', { name: 'again' })
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('here')).toBeVisible()
})
