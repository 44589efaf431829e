import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refreshPlaces } from '@/api/comments'
import { createStore } from '@/ui/store'
import type { Saver } from './saving/saver'
import { useRefreshedPlaces } from './useRefreshedPlaces'

vi.mock('@/api/comments', () => ({ refreshPlaces: vi.fn() }))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const saved = (second: number) => ({ kind: 'saved', on: `2026-03-01T09:00:0${second}Z` }) as const

describe('the places of threads in a draft', () => {
  it('are looked for once after a pause of typing, not with each save', () => {
    const saver: Pick<Saver, 'state'> = { state: createStore<ReturnType<Saver['state']['get']>>(saved(0)) }
    renderHook(() => useRefreshedPlaces(saver, '/H160/MEL/DMC-A.XML'))
    act(() => vi.advanceTimersByTime(20_000))
    expect(refreshPlaces).not.toHaveBeenCalled()
    for (const second of [2, 4, 6]) {
      act(() => saver.state.set(saved(second)))
      act(() => vi.advanceTimersByTime(2_000))
    }
    expect(refreshPlaces).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(10_000))
    expect(vi.mocked(refreshPlaces).mock.calls).toEqual([['/H160/MEL/DMC-A.XML']])
  })
})
