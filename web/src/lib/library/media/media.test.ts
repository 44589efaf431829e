import { expect, it } from 'vitest'
import { mediaIcon } from '@/lib/library/mediaKind'
import { media } from '@/testing/workspace'
import { hasMediaEnding, statusFilterOf } from './media'

it.each([
  ['a.PNG', true],
  ['ICN-1.cgm', true],
  ['film.webm', true],
  ['a.swf', false],
  ['a.exe', false],
  ['png', false],
  ['.png', false],
  ['a', false],
])('takes %s by its ending: %s', (name, taken) => {
  expect(hasMediaEnding(name)).toBe(taken)
})

it('filters by one status, and by none when more than one is chosen', () => {
  expect(statusFilterOf([])).toBe('all')
  expect(statusFilterOf(['released'])).toBe('released')
  expect(statusFilterOf(['draft'])).toBe('draft')
  expect(statusFilterOf(['review'])).toBe('review')
  expect(statusFilterOf(['obsolete'])).toBe('obsolete')
  expect(statusFilterOf(['released', 'draft'])).toBe('all')
})

it('tells pictures, sound and films apart', () => {
  expect(mediaIcon(media('a.png'))).toBe('illustration')
  expect(mediaIcon({ image: false, audio: true, video: false })).toBe('sound')
  expect(mediaIcon({ image: false, audio: false, video: true })).toBe('film')
  expect(mediaIcon({ image: false, audio: false, video: false })).toBe('file')
})
