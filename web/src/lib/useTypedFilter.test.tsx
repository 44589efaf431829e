import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTypedFilter } from './useTypedFilter'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(value: string) {
  const apply = vi.fn()
  const hook = renderHook((given: string) => useTypedFilter(given, apply), { initialProps: value })
  const type = (text: string) => act(() => hook.result.current.type(text))
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  return { apply, hook, type, wait, text: () => hook.result.current.text }
}

it('applies what was typed once the typing pauses', () => {
  const { apply, type, wait, text } = start('')
  type('a')
  wait(200)
  type('an')
  wait(299)
  expect(apply).not.toHaveBeenCalled()
  expect(text()).toBe('an')
  wait(1)
  expect(apply.mock.calls).toEqual([['an']])
})

it('applies at once when asked, and not again after the pause', () => {
  const { apply, hook, type, wait } = start('')
  type('an')
  act(() => hook.result.current.applyNow('an'))
  wait(1000)
  expect(apply.mock.calls).toEqual([['an']])
})

it('follows a value that changes elsewhere', () => {
  const { apply, hook, wait, text } = start('ann')
  hook.rerender('')
  expect(text()).toBe('')
  wait(1000)
  expect(apply).not.toHaveBeenCalled()
})

it('keeps what was typed while its own earlier text comes back', () => {
  const { hook, type, wait, text } = start('')
  type('an')
  wait(300)
  type('ann')
  hook.rerender('an')
  expect(text()).toBe('ann')
})
