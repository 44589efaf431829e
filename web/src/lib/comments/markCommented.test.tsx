import { expect, it } from 'vitest'
import { listedComment } from '@/testing/comments'
import { markCommented } from './markCommented'

const marked = (page: HTMLElement) => [...page.querySelectorAll('[data-commented]')].map(({ id }) => id)

it('marks paragraphs with open threads, also when the page is drawn anew', async () => {
  const page = document.createElement('div')
  page.innerHTML = '<p id="a"></p><p id="b"></p><p id="c"></p>'
  const stop = markCommented(page, [
    listedComment('1', { place: 'a' }),
    listedComment('2', { place: 'b', state: 'resolved' }),
    listedComment('3', { place: '' }),
  ])
  expect(marked(page)).toEqual(['a'])
  page.innerHTML = '<p id="z"></p><p id="a"></p>'
  await Promise.resolve()
  expect(marked(page)).toEqual(['a'])
  stop()
  expect(marked(page)).toEqual([])
})
