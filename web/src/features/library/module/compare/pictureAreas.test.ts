import { expect, it } from 'vitest'
import { areasOf } from './pictureAreas'

const [width, height] = [480, 240]

function picture(...black: readonly (readonly [number, number])[]): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [x, y] of black) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return pixels
}

it('frames places that differ, neighbours together', () => {
  expect(areasOf(picture(), picture(), height)).toEqual([])
  expect(areasOf(picture(), picture([5, 5], [14, 14], [470, 230]), height)).toEqual([
    { x: 0, y: 0, width: 2 / 40, height: 2 / 20 },
    { x: 39 / 40, y: 19 / 20, width: 1 / 40, height: 1 / 20 },
  ])
})
