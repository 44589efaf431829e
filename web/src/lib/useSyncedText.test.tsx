import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSyncedText } from './useSyncedText'

function start(value: string) {
  const hook = renderHook((given: string) => useSyncedText(given), { initialProps: value })
  const type = (text: string) => act(() => hook.result.current.type(text))
  const send = (text: string) => act(() => hook.result.current.send(text))
  const state = () => [hook.result.current.text, hook.result.current.last]
  return { come: hook.rerender, type, send, state }
}

it('follows what comes from elsewhere', () => {
  const { come, type, state } = start('pump')
  type('pumps')
  come('filter')
  expect(state()).toEqual(['filter', 'filter'])
})

it('keeps what was typed since when something sent off comes back, however late', () => {
  const { come, type, send, state } = start('')
  type('pump')
  send('pump')
  type('filter')
  send('filter')
  type('filters')
  come('pump')
  expect(state()).toEqual(['filters', 'filter'])
  come('filter')
  expect(state()).toEqual(['filters', 'filter'])
})

it('takes what comes back as its own once: the next time it comes from elsewhere', () => {
  const { come, type, send, state } = start('')
  send('pump')
  send('filter')
  come('filter')
  type('filters')
  come('pump')
  expect(state()).toEqual(['pump', 'pump'])
  come('filter')
  expect(state()).toEqual(['filter', 'filter'])
})
