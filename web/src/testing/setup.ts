import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// On a busy two-core machine the first answer of a page can take longer than the usual second.
configure({ asyncUtilTimeout: 5000 })

// jsdom lays nothing out, so nothing ever changes its size.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

afterEach(cleanup)

// A tree shows only what is in view, so it needs some height to show anything in.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
  configurable: true,
  get(this: HTMLElement) {
    return this.getAttribute('role') === 'tree' ? 640 : 0
  },
})
