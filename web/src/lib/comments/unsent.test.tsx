import { render, screen, waitFor } from '@testing-library/react'
import { Activity } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { tabId } from '@/lib/editing/tab'
import { stored } from '@/testing/keptTexts'
import { useUnsent } from './unsent'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

beforeEach(() => stored.clear())

function Typed() {
  const { typed } = useUnsent('arthur', 'thread A')
  return <p>{typed.text}</p>
}

it('keeps a restored comment in the browser when its page was hidden for a while', async () => {
  const text = JSON.stringify({ text: 'Half a sentence' })
  stored.set('old', { key: 'old', account: 'arthur', path: 'thread A', tab: tabId(), text, on: '2026-03-04' })
  const page = (mode: 'hidden' | 'visible') => (
    <Activity mode={mode}>
      <Typed />
    </Activity>
  )
  const { rerender } = render(page('visible'))
  expect(await screen.findByText('Half a sentence')).toBeVisible()
  await waitFor(() => expect([...stored.keys()]).not.toContain('old'))
  rerender(page('hidden'))
  rerender(page('visible'))
  await new Promise((resolve) => setTimeout(resolve))
  expect([...stored.values()].map((kept) => kept.text)).toEqual([text])
})
