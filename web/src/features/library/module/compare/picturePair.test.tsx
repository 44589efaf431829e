import { expect, it } from 'vitest'
import type { ComparedPage, ViewFigure } from '@/api/types'
import { picturePair } from './picturePair'

const figure = (icn: string, state: ViewFigure['state'] = 'found'): ViewFigure => ({
  number: '1',
  title: 'Hook',
  icn,
  state,
  media: 'image',
  hotspots: [],
})

const graphic = (index: number, mark: string) =>
  `<div class="s1d-graphic" data-figure="${index}" data-redline="${mark}" data-difference="2"></div>`

const page = (html: string, figures: ViewFigure[]): ComparedPage => ({
  html,
  truncated: false,
  references: [],
  figures,
  replaced: [],
})

const difference = { kind: 'picture', difference: 2, place: 'Figure 1', subject: '', certain: true } as const

const icns = (pages: ComparedPage[]) => picturePair(pages, difference)?.map(({ icn }) => icn)

it('pairs a picture with the one of another number that took its place', () => {
  const both = page(graphic(1, 'deleted') + graphic(0, 'inserted'), [figure('ICN-2'), figure('ICN-1')])
  expect(icns([both])).toEqual(['ICN-1', 'ICN-2'])
  const beside = [
    page(graphic(0, 'deleted'), [figure('ICN-1')]),
    page(graphic(0, 'inserted'), [figure('ICN-2')]),
  ]
  expect(icns(beside)).toEqual(['ICN-1', 'ICN-2'])
})

it('pairs nothing that is missing or more than one', () => {
  const missing = [figure('ICN-2'), figure('ICN-1', 'missing')]
  expect(icns([page(graphic(1, 'deleted') + graphic(0, 'inserted'), missing)])).toBeUndefined()
  const two = page(graphic(1, 'deleted') + graphic(1, 'deleted') + graphic(0, 'inserted'), [
    figure('ICN-2'),
    figure('ICN-1'),
  ])
  expect(icns([two])).toBeUndefined()
})
