import { expect, it } from 'vitest'
import type { Annotation } from '@/api/types'
import { view } from '@/testing/reader'
import { applicabilityOf } from './QuotedText'

const annotation = (id: string, text: string): Annotation => ({
  id,
  text,
  reason: '',
  truth: 'unknown',
  pieces: 1,
  decidedBy: [],
})

it('names what the module and the parts around a text apply to, each once', () => {
  const applicability = {
    annotations: [annotation('a', 'SB 12'), annotation('b', 'NV240-2'), annotation('c', 'Elsewhere')],
    module: {
      ...annotation('m', 'NV240-2'),
      assertion: { evaluates: [] },
    },
    hidden: 0,
    unknown: 0,
    chosen: [],
    known: true,
  }
  expect(applicabilityOf(view('DMC-A', { applicability }), ['b', 'a'])).toBe('NV240-2 · SB 12')
  expect(applicabilityOf(view('DMC-A'), [])).toBe('')
})
