import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { appIcons } from '@/ui/appIcons'
import { addIcons } from '@/ui/icons'

addIcons(appIcons)

// Only what never comes should fail: jsdom takes seconds for the whole frame when the machine is busy.
configure({ asyncUtilTimeout: 20_000 })

// jsdom lays nothing out, so nothing ever changes its size.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom lays nothing out: it neither scrolls nor knows media queries. The window of the tests is wide and light.
beforeEach(() => {
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  window.matchMedia = (media) => ({
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  })
})

// The editor asks for the places of its letters.
Range.prototype.getClientRects = () => document.createElement('div').getClientRects()

// The next file finds the page as this one found it.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})

// A tree shows only what is in view, so it needs some height to show anything in.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
  configurable: true,
  get(this: HTMLElement) {
    return this.getAttribute('role') === 'tree' ? 640 : 0
  },
})
