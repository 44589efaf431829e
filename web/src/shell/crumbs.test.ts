import { expect, it } from 'vitest'
import { crumbsOf } from './crumbs'

const t = (key: string) => key
const library = { titleKey: 'manual', parent: { titleKey: 'library', path: '/library/all' } }

it('shows database and manual by their names', () => {
  expect(crumbsOf(library, { folderPath: 'H160+1', manualPath: 'MEL' }, t)).toEqual([
    { text: 'library', path: '/library/all' },
    { text: 'H160+1', path: '/library/H160%2B1' },
    { text: 'MEL', path: '/library/H160%2B1/MEL' },
  ])
  expect(crumbsOf(library, { folderPath: 'H160' }, t).map((crumb) => crumb.text)).toEqual(['library', 'H160'])
})

it('shows any other page by its title', () => {
  expect(crumbsOf({ titleKey: 'tasks' }, {}, t)).toEqual([{ text: 'tasks' }])
  expect(crumbsOf({ titleKey: 'compliance' }, { policy: '42' }, t)).toEqual([{ text: 'compliance' }])
  expect(crumbsOf(undefined, {}, t)).toEqual([])
})

it('shows the name of a page, in the place of its kind where the page above tells it', () => {
  const texts = (...given: Parameters<typeof crumbsOf>) => crumbsOf(...given).map(({ text }) => text)
  const request = { titleKey: 'request', parent: { titleKey: 'requests', path: '/change-requests' } }
  expect(texts(request, { id: '4' }, t, '#4 Fuel')).toEqual(['requests', '#4 Fuel'])
  expect(texts({ titleKey: 'editor' }, {}, t, 'Fuel')).toEqual(['editor', 'Fuel'])
  expect(texts(library, { folderPath: 'H160', manualPath: 'MEL' }, t, 'Fuel')).toEqual([
    'library',
    'H160',
    'MEL',
    'Fuel',
  ])
})
