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

it('keeps the paragraph of a page that followed', () => {
  const first = renderHook(() => useReadPlace(() => 'par-1'))
  const current = () => 'par-2'
  renderHook(() => useReadPlace(current))
  first.unmount()
  expect(readPlace()).toBe('par-2')
})

it('forgets the paragraph of an action that failed', () => {
  const fail = () => {
    throw new Error('no')
  }
  expect(() => atPlace('par-3', fail)).toThrow('no')
  expect(readPlace()).toBeUndefined()
})
