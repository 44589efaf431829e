import i18next from 'i18next'
import { expect, it } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { contentTypeName } from './contentTypes'

it('has a word for data modules, for other objects, and leaves what nobody knows', async () => {
  await startI18n()
  const types = [{ code: 'proced', name: 'Procedure' }]
  const names = ['proced', 'pm', 'dml', 'strange'].map((code) => contentTypeName(i18next.t, types, code))
  expect(names).toEqual(['Procedure', 'Publication module', 'Data management list', 'strange'])
})
