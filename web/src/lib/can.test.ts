import { expect, it } from 'vitest'
import { ada, arthur, rita } from '@/testing/people'
import { can } from './can'

it('lets an administrator do everything and a reader none of it', () => {
  const all = Object.values(can)
  expect(all.map((may) => may(ada))).toEqual(all.map(() => true))
  expect(all.map((may) => may(rita))).toEqual(all.map(() => false))
})

it('opens the administration for whoever may see one of its tabs', () => {
  expect(can.administer({ permissions: ['viewAudit'], exceptions: [] })).toBe(true)
})

it('asks the nearest place that grants say something about', () => {
  const me = {
    ...arthur,
    exceptions: [
      { path: '/h160', permissions: rita.permissions },
      { path: '/h160/mel', permissions: arthur.permissions },
    ],
  }
  const may = (path?: string) => can.editContent(me, path)
  expect([may(), may('/H125'), may('/H125/MEL')]).toEqual([true, true, true])
  expect([may('/H160'), may('/H160/AMM'), may('/H160/MULTIMEDIA/ICN-1.PNG')]).toEqual([false, false, false])
  expect([may('/H160/MEL'), may('/h160/mel/D.XML')]).toEqual([true, true])
})
