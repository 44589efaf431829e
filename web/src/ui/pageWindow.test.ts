import { describe, expect, it } from 'vitest'
import { pageWindow } from './pageWindow'

const shown = (page: number, pages: number) =>
  pageWindow(page, pages)
    .map((entry) => (typeof entry === 'number' ? entry : '…'))
    .join(' ')

describe('pageWindow', () => {
  it.each([
    [1, 1, '1'],
    [3, 6, '1 2 3 4 5 6'],
    [1, 7, '1 2 3 4 5 … 7'],
    [4, 7, '1 2 3 4 5 … 7'],
    [5, 8, '1 … 4 5 6 7 8'],
    [5, 9, '1 … 4 5 6 … 9'],
    [50, 100, '1 … 49 50 51 … 100'],
    [97, 100, '1 … 96 97 98 99 100'],
    [100, 100, '1 … 96 97 98 99 100'],
  ])('offers for page %i of %i: %s', (page, pages, expected) => {
    expect(shown(page, pages)).toBe(expected)
  })

  it('always offers the current page and both ends, in order and without a double', () => {
    for (let pages = 1; pages <= 40; pages++) {
      for (let page = 1; page <= pages; page++) {
        const numbers = pageWindow(page, pages).filter((entry) => typeof entry === 'number')
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, page, pages]))
      }
    }
  })
})
