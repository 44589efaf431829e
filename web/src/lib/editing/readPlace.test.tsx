import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { atPlace, readPlace, useReadPlace } from './readPlace'

it('tells the paragraph that is read as long as its page is shown', () => {
  const current = () => 'par-1'
  const { unmount } = renderHook(() => useReadPlace(current))
  expect(readPlace()).toBe('par-1')
  unmount()
  expect(readPlace()).toBeUndefined()
})

it('tells another paragraph while an action about it runs', () => {
  const seen: (string | undefined)[] = []
  atPlace('par-2', () => seen.push(readPlace()))
  expect(seen).toEqual(['par-2'])
  expect(readPlace()).toBeUndefined()
})
