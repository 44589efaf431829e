import { expect, it } from 'vitest'
import { localRows } from './localRows'

const rows = [
  { name: 'H160', modules: 12 },
  { name: 'h9', modules: 300 },
  { name: 'A350', modules: 7 },
]
const choice = { filter: '', sort: { key: 'name', order: 'asc' }, page: 1, pageSize: 10 } as const
const names = (more: Partial<Parameters<typeof localRows>[1]>) =>
  localRows(rows, { ...choice, ...more }, ({ name, modules }) => `${name} ${modules}`, {
    name: (row) => row.name,
    modules: (row) => row.modules,
  }).rows.map(({ name }) => name)

it('orders names as people count, and numbers by their size', () => {
  expect(names({})).toEqual(['A350', 'h9', 'H160'])
  expect(names({ sort: { key: 'modules', order: 'desc' } })).toEqual(['h9', 'H160', 'A350'])
  expect(names({ sort: { key: 'unknown', order: 'asc' } })).toEqual(['H160', 'h9', 'A350'])
})

it('keeps the rows that hold every word, whatever their case', () => {
  expect(names({ filter: ' h 1' })).toEqual(['H160'])
  expect(names({ filter: 'x' })).toEqual([])
})

it('gives one page and the number of all', () => {
  expect(names({ page: 2, pageSize: 2 })).toEqual(['H160'])
  const { total } = localRows(rows, { ...choice, pageSize: 1 }, ({ name }) => name, {})
  expect(total).toBe(3)
})
