import { expect, it } from 'vitest'
import { neighboursOf, rememberList } from './lastList'

const item = (id: string) => ({ id, path: `/c1/${id}` })

it('knows the neighbours of a requirement in the last list, and the way back', () => {
  rememberList('/compliance/c1?status=compliant', [item('a'), item('b'), item('c')])
  expect(neighboursOf('b')).toEqual({
    page: '/compliance/c1?status=compliant',
    previous: item('a'),
    next: item('c'),
    position: 2,
    total: 3,
  })
  expect(neighboursOf('c')?.next).toBeUndefined()
  expect(neighboursOf('other')).toBeUndefined()
})
