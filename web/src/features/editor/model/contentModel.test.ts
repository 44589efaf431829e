import { describe, expect, it } from 'vitest'
import { modelFile, ownModel } from '@/testing/contentModel'
import { ContentModel } from './contentModel'

interface Case {
  path: string[]
  children: string[]
  valid: boolean
  at?: number
  insertable?: string[]
}

/** The cases that the tests of the server read as well. */
const cases: Case[] = JSON.parse(modelFile('cases.json'))
const model = new ContentModel(ownModel())

describe('a content model', () => {
  it('agrees with the server about all cases', () => {
    expect(cases.length).toBeGreaterThan(30)
    for (const { path, children, valid, at, insertable } of cases) {
      const label = `${path.join('/')}: ${children.join(' ')}`
      expect(model.accepts(path, children), label).toBe(valid)
      if (at === undefined) continue
      const found = model.insertable(path, children.slice(0, at), children.slice(at))
      expect(found.toSorted(), label).toEqual(insertable?.toSorted())
    }
  })

  it('offers what may follow in an element that is not complete', () => {
    expect(model.expected(['proceduralStep'], ['warning'], [])).toContain('para')
    expect(model.expected(['proceduralStep'], ['caution'], ['warning', 'para'])).not.toEqual([])
    expect(model.expected(['title'], [], [])).not.toContain('randomList')
    expect(model.expected(['unknown'], [], [])).toEqual([])
  })

  it('knows attributes with their values, those that are required first', () => {
    const [first] = model.attributes(['internalRef'])
    expect(first).toMatchObject({ name: 'internalRefId', isRequired: true, kind: 'reference' })
    expect(model.attribute(['proceduralStep'], 'changeType')).toMatchObject({
      values: ['add', 'modify', 'delete'],
      isClosed: true,
    })
    expect(model.attribute(['reading', 'limits', 'value'], 'kind')).toBeDefined()
    expect(model.attribute(['reading', 'value'], 'kind')).toBeUndefined()
  })

  it('tells elements with text from those with elements only', () => {
    expect([model.hasText(['para']), model.hasText(['listItem'])]).toEqual([true, false])
    expect([model.hasChildren(['listItem']), model.hasChildren(['internalRef'])]).toEqual([true, false])
  })
})
