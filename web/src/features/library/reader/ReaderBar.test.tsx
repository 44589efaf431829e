import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ReaderBar } from './ReaderBar'

afterEach(() => vi.restoreAllMocks())

it('becomes one line when it is stuck at the top, without moving the text below it', () => {
  render(
    <>
      <ReaderBar title="Hoist - Description" code="DMC-H160" />
      <p>Text</p>
    </>,
  )
  const bar = screen.getByRole('heading', { level: 1 }).closest<HTMLElement>('.rd-bar')
  const place = bar?.previousElementSibling
  if (!bar || !place) throw new Error('there is no bar')
  vi.spyOn(window, 'getComputedStyle').mockImplementation(() => {
    const style = document.createElement('p').style
    style.top = '52px'
    style.marginBottom = '6px'
    return style
  })
  vi.spyOn(bar, 'offsetHeight', 'get').mockReturnValue(80)
  const scrollTo = (top: number) => {
    vi.spyOn(place, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 0))
    act(() => {
      window.dispatchEvent(new Event('scroll'))
    })
  }
  scrollTo(90)
  expect(bar).toHaveAttribute('data-stuck', 'false')
  scrollTo(-200)
  expect(bar).toHaveAttribute('data-stuck', 'true')
  expect(bar.style.marginBottom).toBe('calc(86px - var(--rd-bar-height))')
  scrollTo(60)
  expect(bar).toHaveAttribute('data-stuck', 'false')
})
