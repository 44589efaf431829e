import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from './queries'

const refused = () => Promise.reject(new Error('no network'))

beforeEach(() => onlineManager.setOnline(false))
afterEach(() => onlineManager.setOnline(true))

it('tells at once that nothing comes without a network', async () => {
  await expect(queryClient.fetchQuery({ queryKey: ['any'], queryFn: refused })).rejects.toThrow('no network')
})

it('keeps no change for later without a network', async () => {
  const change = new MutationObserver(queryClient, { mutationFn: refused })
  await expect(change.mutate()).rejects.toThrow('no network')
})
