import { describe, expect, it } from 'vitest'
import type { ModuleMetadata } from '@/api/types'
import { changeOf, keptValues, valuesOf } from './metadataForm'

const metadata: ModuleMetadata = {
  title: { techName: { text: 'Pump', isFixed: false }, infoName: { text: '', isFixed: false } },
  language: 'en-US',
  security: { classification: '01', caveat: 'cv51' },
  originator: { code: 'F0210', name: { text: 'Acme', isFixed: false } },
  quality: [{ first: 'tabtop', isFixed: false }],
  hasTypedReasons: true,
  reasons: [{ text: { text: 'Old', isFixed: false }, type: 'urt02', highlight: false, isReferenced: true }],
}

const reason = (text: string) => ({ text, type: 'urt02', highlight: false })

describe('the metadata form', () => {
  it('asks for no change when nothing was changed', () => {
    expect(changeOf(metadata, valuesOf(metadata))).toEqual({})
  })

  it('keeps what was typed for a text that was changed meanwhile, and nothing else', () => {
    const before = valuesOf(metadata)
    const typed = { ...before, techName: 'Valve', reasons: [...before.reasons, reason('New')] }
    const now = { ...before, infoName: 'Removal', reasons: [{ ...reason('Other'), number: 0 }] }
    expect(keptValues(before, typed, before)).toEqual([
      ['techName', 'Valve'],
      ['reasons', typed.reasons],
    ])
    // The reasons of the text are other ones: those that were typed are added to them.
    expect(keptValues(before, typed, now)).toEqual([
      ['techName', 'Valve'],
      ['reasons', [...now.reasons, reason('New')]],
    ])
    expect(keptValues(before, before, now)).toEqual([])
  })

  it('drops nothing that was typed and has no place in the text as it is now', () => {
    const before = valuesOf(metadata)
    const other = { ...before, reasons: [{ ...reason('Other'), number: 0 }] }
    const edited = { ...before, reasons: before.reasons.map((one) => ({ ...one, text: 'Edited' })) }
    expect(keptValues(before, edited, other)).toBeUndefined()
    expect(keptValues(before, { ...before, reasons: [] }, other)).toBeUndefined()
    expect(keptValues(before, edited, before)).toEqual([['reasons', edited.reasons]])
    const verified = { ...before, quality: [{ state: 'second', first: 'tabtop', second: 'tabtop' } as const] }
    expect(keptValues(before, verified, { ...before, quality: [] })).toBeUndefined()
    expect(keptValues(before, verified, before)).toEqual([['quality', verified.quality]])
  })

  it('asks for changed parts alone, and removes what was emptied', () => {
    const values = valuesOf(metadata)
    expect(
      changeOf(metadata, { ...values, techName: 'Valve', security: { ...values.security, caveat: '' } }),
    ).toEqual({ techName: 'Valve', security: { classification: '01' } })
  })

  it('keeps the second verification only when there is one', () => {
    const values = valuesOf(metadata)
    expect(values.quality).toEqual([{ state: 'first', first: 'tabtop', second: 'tabtop' }])
    const change = (state: 'unverified' | 'second') =>
      changeOf(metadata, { ...values, quality: [{ state, first: 'onobject', second: 'ttandoo' }] }).quality
    expect(change('unverified')).toEqual([{}])
    expect(change('second')).toEqual([{ first: 'onobject', second: 'ttandoo' }])
  })

  it('lists the reasons that stay with their numbers, and new ones without', () => {
    const values = valuesOf(metadata)
    const reasons = [...values.reasons, { text: 'New', type: 'urt01', highlight: true }]
    expect(changeOf(metadata, { ...values, reasons }).reasons).toEqual([
      { number: 0, text: 'Old', type: 'urt02', highlight: false },
      { text: 'New', type: 'urt01', highlight: true },
    ])
  })
})
