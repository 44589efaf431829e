import { expect, it } from 'vitest'
import { ada, rita } from '@/testing/people'
import { can } from './can'

it('lets an administrator do everything and a reader none of it', () => {
  const all = Object.values(can)
  expect(all.map((may) => may(ada))).toEqual(all.map(() => true))
  expect(all.map((may) => may(rita))).toEqual(all.map(() => false))
})

it('opens the administration for whoever may see one of its tabs', () => {
  expect(can.administer({ permissions: ['viewAudit'] })).toBe(true)
})
