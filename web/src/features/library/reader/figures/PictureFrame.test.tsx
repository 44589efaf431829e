import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { PictureFrame } from './PictureFrame'
import { printOnly } from './print'

connectApp()

async function show() {
  const { user } = renderPage(
    <PictureFrame name="Hoist" icn="ICN-1">
      <div className="pv-drawing">
        <img src="/hoist.png" alt="Hoist" />
      </div>
    </PictureFrame>,
    ada,
  )
  const view = await screen.findByRole('group', { name: /^Hoist\./ })
  return { user, view }
}

const press = (name: string) => screen.getByRole('button', { name })

describe('an enlarged picture', () => {
  const held = { buttons: 1, pointerType: 'mouse', pointerId: 7 }

  /** Enlarged and scrolled to 100, 80, with a pointer that has been put down at 300, 200. */
  async function pressed({ enlarge = true, ...pointer }: PointerEventInit & { enlarge?: boolean } = {}) {
    const { user, view } = await show()
    const capture = vi.fn()
    view.setPointerCapture = capture
    if (enlarge) await user.click(press('Zoom in'))
    Object.assign(view, { scrollLeft: 100, scrollTop: 80 })
    fireEvent.pointerDown(view, { ...held, button: 0, clientX: 300, clientY: 200, ...pointer })
    const moveTo = (clientX: number, clientY: number, buttons = 1) =>
      fireEvent.pointerMove(view, { ...held, clientX, clientY, buttons })
    const place = () => [view.scrollLeft, view.scrollTop]
    return { view, capture, moveTo, place }
  }

  it('is moved by dragging, and the pointer may leave it meanwhile', async () => {
    const { view, capture, moveTo, place } = await pressed()
    moveTo(260, 190)
    expect(place()).toEqual([140, 90])
    expect(capture).toHaveBeenCalledWith(7)
    moveTo(350, 230)
    expect(place()).toEqual([50, 50])
    fireEvent.pointerUp(view, { pointerId: 7 })
    moveTo(200, 100)
    expect(place()).toEqual([50, 50])
  })

  it('stays where it is when it is only clicked, so that its areas can be chosen', async () => {
    const { capture, moveTo, place } = await pressed()
    moveTo(302, 201)
    expect(place()).toEqual([100, 80])
    expect(capture).not.toHaveBeenCalled()
  })

  it('is let go when the button was, outside the picture', async () => {
    const { moveTo, place } = await pressed()
    moveTo(290, 200, 0)
    moveTo(200, 100)
    expect(place()).toEqual([100, 80])
  })

  it('is let go when the browser takes the pointer away', async () => {
    const { view, moveTo, place } = await pressed()
    fireEvent.pointerCancel(view, { pointerId: 7 })
    moveTo(200, 100)
    expect(place()).toEqual([100, 80])
  })

  it.each([
    ['a finger, which scrolls by itself', { pointerType: 'touch' }],
    ['another button', { button: 2 }],
    ['anything while it fits its frame', { enlarge: false }],
  ])('is not moved by %s', async (_, pointer) => {
    const { moveTo, place } = await pressed(pointer)
    moveTo(200, 100)
    expect(place()).toEqual([100, 80])
  })
})

describe('a picture on the whole screen', () => {
  let filling: Element | null = null
  const fill = (element: Element | null) => {
    filling = element
    document.dispatchEvent(new Event('fullscreenchange'))
    return Promise.resolve()
  }
  // jsdom has no screen.
  beforeEach(() => {
    filling = null
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => filling })
    document.exitFullscreen = () => fill(null)
    HTMLElement.prototype.requestFullscreen = function () {
      return fill(this)
    }
  })
  afterEach(() => {
    for (const name of ['fullscreenElement', 'exitFullscreen']) Reflect.deleteProperty(document, name)
    Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen')
  })

  it('comes with its tools and goes with the same button', async () => {
    const { user, view } = await show()
    await user.click(press('Full screen'))
    expect(filling).toContainElement(view)
    expect(filling).toContainElement(press('Zoom in'))
    expect(filling).toHaveAttribute('data-full', 'true')
    await user.click(press('Exit full screen'))
    expect(filling).toBeNull()
    expect(press('Full screen')).toBeVisible()
  })

  it('is left as well when the browser leaves it, as with Escape', async () => {
    const { user } = await show()
    await user.click(press('Full screen'))
    fireEvent(document, new Event('fullscreenchange'))
    expect(press('Exit full screen')).toBeVisible()
    filling = null
    fireEvent(document, new Event('fullscreenchange'))
    expect(press('Full screen')).toBeVisible()
  })

  it('stays in the page where the browser refuses, and where something else fills the screen', async () => {
    HTMLElement.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'))
    const { user } = await show()
    await user.click(press('Full screen'))
    expect(press('Full screen')).toBeVisible()
    filling = document.body
    fireEvent(document, new Event('fullscreenchange'))
    expect(press('Full screen')).toBeVisible()
  })
})

describe('a printed picture', () => {
  const printed = () => document.querySelector('body > .pv-print')

  /** The content of the page for the printer while it prints. */
  function watchPrinter() {
    const seen: { printing?: string; html?: string } = {}
    vi.spyOn(window, 'print').mockImplementation(() => {
      seen.printing = document.documentElement.dataset.printing
      seen.html = printed()?.innerHTML
    })
    return seen
  }

  it('is alone on its page, without its tools, and leaves nothing behind', async () => {
    const seen = watchPrinter()
    const { user } = await show()
    await user.click(press('Print image'))
    expect(seen.printing).toBe('picture')
    expect(seen.html).toContain('src="/hoist.png"')
    expect(seen.html).not.toContain('button')
    expect(printed()).toBeNull()
    expect(document.documentElement).not.toHaveAttribute('data-printing')
  })

  it('is the drawing itself where it stands behind a wall', async () => {
    const seen = watchPrinter()
    const { user, view } = await show()
    const drawing = '<svg viewBox="0 0 9 9"></svg>'
    const wall = view.querySelector('.pv-drawing')?.attachShadow({ mode: 'open' })
    Object.assign(wall ?? {}, { innerHTML: `<style>svg { color: red }</style>${drawing}` })
    await user.click(press('Print image'))
    expect(seen.html).toBe(drawing)
  })

  it('leaves nothing behind when the printer fails either', async () => {
    vi.spyOn(window, 'print').mockImplementation(() => {
      throw new Error('no printer')
    })
    const { view } = await show()
    expect(() => printOnly(view)).toThrow('no printer')
    expect(printed()).toBeNull()
    expect(document.documentElement).not.toHaveAttribute('data-printing')
  })
})
