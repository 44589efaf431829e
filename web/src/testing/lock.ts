import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { queryClient } from '@/api/queries'
import { lockSession } from '@/lib/session'

/** Locks the screen for as long as answers are remembered that nobody uses. */
export async function lockForLong(): Promise<void> {
  await act(async () => lockSession('arthur'))
  await screen.findByRole('heading', { name: 'Screen locked' })
  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) if (query.getObserversCount() === 0) cache.remove(query)
}

export async function unlock(): Promise<void> {
  await userEvent.type(screen.getByLabelText('Password'), 'right password')
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Screen locked' })).toBeNull())
}
