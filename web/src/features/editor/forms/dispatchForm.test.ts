import { describe, expect, it } from 'vitest'
import type { DispatchItem } from '@/api/types'
import {
  comparedChangeOf,
  itemChangeOf,
  itemValuesOf,
  movedTo,
  newLine,
  newProviso,
  provisoLabel,
} from './dispatchForm'

const plain = (text: string) => ({ text, isFixed: false })
const item: DispatchItem = {
  number: plain('25-63-01'),
  title: plain('Hoist'),
  hasLines: true,
  lines: [
    {
      label: 'A',
      title: plain(''),
      category: 'C',
      installed: '1',
      required: '0',
      remarks: plain('(O) May be inoperative'),
      provisos: [plain('by day,'), plain('not planned.')],
      logic: 'all',
      placard: plain('INOP'),
      operational: [{ code: 'DMC-O', title: 'Stow' }],
      maintenance: [],
      position: 10,
    },
  ],
}

describe('the form of a MEL item', () => {
  it('asks for the item as it is when nothing was changed', () => {
    expect(itemChangeOf(itemValuesOf(item))).toEqual({
      number: '25-63-01',
      title: 'Hoist',
      lines: [
        {
          number: 0,
          label: 'A',
          title: '',
          category: 'C',
          installed: '1',
          required: '0',
          remarks: '(O) May be inoperative',
          provisos: [
            { number: 0, text: 'by day,' },
            { number: 1, text: 'not planned.' },
          ],
          placard: 'INOP',
          operational: [0],
          maintenance: [],
          newOperational: [],
          newMaintenance: [],
        },
      ],
    })
  })

  it('keeps the numbers of provisos that are moved', () => {
    const values = itemValuesOf(item)
    const lines = values.lines.map((line) => ({
      ...line,
      provisos: movedTo([...line.provisos, newProviso()], 2, 0),
    }))
    const [line] = itemChangeOf({ ...values, lines }).lines
    expect(line?.provisos.map(({ number }) => number)).toEqual([undefined, 0, 1])
    expect(movedTo(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  })

  it('is compared without provisos that have no text yet', () => {
    const values = itemValuesOf(item)
    const lines = values.lines.map((line) => ({ ...line, provisos: [...line.provisos, newProviso()] }))
    expect(comparedChangeOf({ ...values, lines }).lines[0]?.provisos).toHaveLength(2)
    expect(itemChangeOf({ ...values, lines }).lines[0]?.provisos).toHaveLength(3)
  })

  it('labels new lines and provisos', () => {
    const [first] = itemValuesOf(item).lines
    const labelled = (label: string) => ({ ...newLine([]), ...first, label })
    expect(newLine([labelled('A')]).label).toBe('B')
    expect(newLine([labelled('B'), labelled('C')]).label).toBe('D')
    expect(newLine([labelled('z')]).label).toBe('2')
    expect(newLine([]).label).toBe('A')
    expect([0, 25, 26].map(provisoLabel)).toEqual(['a', 'z', '27'])
  })
})
