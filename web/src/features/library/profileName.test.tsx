import { expect, it } from 'vitest'
import { startI18n, switchLanguage } from '@/lib/i18n'
import { profileName } from './profileName'

it('calls the profile of all operators by a word of the language, and an operator by its name', async () => {
  await startI18n()
  expect(['All', 'HXGA'].map((name) => profileName({ name }))).toEqual(['All', 'HXGA'])
  await switchLanguage('zh-CN')
  expect(['All', 'HXGA'].map((name) => profileName({ name }))).toEqual(['全部', 'HXGA'])
  await switchLanguage('en-US')
})
