import { expect, it } from 'vitest'
import { closeOverlay, currentOverlay, openOverlay } from './overlay'

it('holds one overlay at a time', () => {
  openOverlay({ kind: 'palette' })
  openOverlay({ kind: 'account', tab: 'password' })
  expect(currentOverlay()).toEqual({ kind: 'account', tab: 'password' })
  closeOverlay()
  expect(currentOverlay()).toEqual({ kind: 'none' })
})
