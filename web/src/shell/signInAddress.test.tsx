import { beforeEach, expect, it } from 'vitest'
import { lockSession, startSession } from '@/lib/session'
import { ada, tokenFor } from '@/testing/people'
import { backAddress, isSignInAddress, replaceAddress, sendToSignIn } from './signInAddress'

beforeEach(() => replaceAddress('/'))

it('sends a visitor to the sign-in page and remembers the page that was asked for', () => {
  replaceAddress('/library/all?tab=updates')
  sendToSignIn()
  expect(window.location.hash).toBe('#/pages/login?back=%2Flibrary%2Fall%3Ftab%3Dupdates')
  expect(isSignInAddress()).toBe(true)
  expect(backAddress()).toBe('/library/all?tab=updates')
})

it.each(['/', '/dashboard'])('leads from %s to the dashboard, which needs no mention', (path) => {
  replaceAddress(path)
  sendToSignIn()
  expect(window.location.hash).toBe('#/pages/login')
  expect(backAddress()).toBe('/dashboard')
})

it.each(['/pages/register', '/pages/key'])('lets a visitor open %s', (page) => {
  replaceAddress(page)
  sendToSignIn()
  expect(window.location.hash).toBe(`#${page}`)
})

it('leaves people with a session where they are, and those who locked the screen', () => {
  replaceAddress('/checkout')
  startSession(tokenFor(ada))
  sendToSignIn()
  expect(window.location.hash).toBe('#/checkout')
  lockSession('ada')
  sendToSignIn()
  expect(window.location.hash).toBe('#/checkout')
})

it('never leads to a place elsewhere', () => {
  replaceAddress('/pages/login?back=%2F%2Fevil.example')
  expect(backAddress()).toBe('/dashboard')
})
