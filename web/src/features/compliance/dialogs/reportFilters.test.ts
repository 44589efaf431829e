import { expect, it } from 'vitest'
import { reportFiltersOf } from './reportFilters'

it('gives the job the filters of the list, and nothing else', () => {
  expect(reportFiltersOf('sort=code&order=asc')).toEqual({})
  expect(
    reportFiltersOf(
      'keyword=pump&category=%2Fc1%2Fa&status=compliant&scope=in&kind=AMC&owner=li.author&recheck=yes&mine=no&sort=code',
    ),
  ).toEqual({
    keywordFilter: 'pump',
    fromPath: '/c1/a',
    status: 'compliant',
    scope: 'in',
    kind: 'AMC',
    owner: 'li.author',
    recheck: 'true',
  })
  expect(reportFiltersOf('operator=none&module=%2FH160%2FMEL%2FDMC-A_en-US.XML')).toEqual({
    operator: '',
    module: '/H160/MEL/DMC-A_en-US.XML',
  })
})
