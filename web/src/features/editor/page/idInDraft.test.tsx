import { expect, it } from 'vitest'
import { idInDraft } from './idInDraft'

const para = (id: string, text: string) => `<p id="${id}">${text}</p>`
const read = para('s1d-c:1', 'Open it.') + para('s1d-c:2', 'Close it.') + para('s1d-p1', 'Dry it.')

it('follows a paragraph that another one was put before', () => {
  const draft = para('s1d-c:1', 'Wait.') + para('s1d-c:2', 'Open  it.') + para('s1d-c:3', 'Close it.')
  expect(idInDraft(read, draft, 's1d-c:1')).toBe('s1d-c:2')
  expect(idInDraft(read, draft, 's1d-c:2')).toBe('s1d-c:3')
})

it('tells a step and its only paragraph apart', () => {
  const step = (id: string) => `<div id="s1d-c:${id}">${para(`s1d-c:${id}.1`, 'Open it.')}</div>`
  const draft = `${para('s1d-c:1', 'Wait.')}${step('2')}`
  expect(idInDraft(step('1'), draft, 's1d-c:1')).toBe('s1d-c:2')
  expect(idInDraft(step('1'), draft, 's1d-c:1.1')).toBe('s1d-c:2.1')
})

it('stays at the position of words that changed, or that stand at two places', () => {
  const draft = para('s1d-c:1', 'Shut it.') + para('s1d-c:2', 'Close it.')
  expect(idInDraft(read, draft, 's1d-c:1')).toBe('s1d-c:1')
  const twice = para('s1d-c:1', 'Wait.') + para('s1d-c:2', 'Open it.') + para('s1d-c:3', 'Open it.')
  expect(idInDraft(read, twice, 's1d-c:1')).toBe('s1d-c:1')
})

it('keeps an id that the text has', () => {
  expect(idInDraft(read, para('s1d-c:1', 'Dry it.'), 's1d-p1')).toBe('s1d-p1')
})
