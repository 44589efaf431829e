import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadPictures, whenDrawn } from './pictures'

afterEach(() => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'))

function element(html: string): HTMLElement {
  const made = document.createElement('div')
  made.innerHTML = html
  return made
}

/** jsdom decodes nothing. */
function decoding(decode: () => Promise<void>) {
  const stub = vi.fn(decode)
  Object.defineProperty(HTMLImageElement.prototype, 'decode', { configurable: true, value: stub })
  return stub
}

describe('the pictures of a card', () => {
  it('are loaded before it is printed, also where nobody has scrolled to them', async () => {
    let come = () => {}
    const decode = decoding(() => new Promise((resolve) => (come = resolve)))
    const card = element('<img src="/hoist.png" loading="lazy">')
    let isLoaded = false
    const loading = loadPictures(card).then(() => (isLoaded = true))
    await Promise.resolve()
    expect(decode).toHaveBeenCalledOnce()
    expect(card.querySelector('img')).toHaveAttribute('loading', 'eager')
    expect(isLoaded).toBe(false)
    come()
    await loading
  })

  it('do not keep it from being printed where one is lost', async () => {
    decoding(() => Promise.reject(new DOMException('lost', 'EncodingError')))
    await expect(loadPictures(element('<img src="/lost.png">'))).resolves.toBeUndefined()
  })
})

it('waits for drawings that are on their way', async () => {
  const page = element('<div class="rd-picture"><span class="af-skeleton"></span></div>')
  let isDrawn = false
  const waiting = whenDrawn(page).then(() => (isDrawn = true))
  await Promise.resolve()
  expect(isDrawn).toBe(false)
  page.querySelector('.af-skeleton')?.remove()
  await waiting
  await whenDrawn(element('<p>Open the panel.</p>'))
})
