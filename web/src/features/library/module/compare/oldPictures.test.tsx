import { expect, it } from 'vitest'
import type { ViewFigure } from '@/api/types'
import { withOldPictures } from './oldPictures'

const figure = (versionId: string): ViewFigure => ({
  number: '1',
  title: 'Hook',
  icn: 'ICN-1',
  state: 'found',
  versionId,
  hotspots: [],
})

const html = '<article><figure><div class="s1d-graphic" data-figure="0">Hook</div></figure></article>'
const page = { html, truncated: false, references: [], figures: [figure('2')] }

it('puts the old picture before the new one on a page of both states', () => {
  const made = withOldPictures(
    { ...page, replaced: [{ difference: 3, figure: 0, before: figure('1') }] },
    'Before',
  )
  const places = new DOMParser()
    .parseFromString(made.html, 'text/html')
    .querySelectorAll<HTMLElement>('figure > div')
  const marks = [...places].map(({ dataset }) => [
    dataset.figure,
    dataset.redline,
    dataset.difference,
    dataset.note,
  ])
  expect(marks).toEqual([
    ['1', 'deleted', '3', 'Before'],
    ['0', 'inserted', '3', undefined],
  ])
  expect(made.figures.map(({ versionId }) => versionId)).toEqual(['2', '1'])
})

it('marks a picture of one state, and leaves pages without such pictures as they are', () => {
  const made = withOldPictures({ ...page, replaced: [{ difference: 0, figure: 0 }] }, 'Before')
  expect(made.html).toContain('data-redline="changed"')
  expect(made.figures).toHaveLength(1)
  expect(withOldPictures({ ...page, replaced: [] }, 'Before').html).toBe(html)
})
