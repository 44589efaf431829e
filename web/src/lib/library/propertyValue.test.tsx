import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '@/lib/i18n'
import { propertyValue } from './propertyValue'

beforeAll(startI18n)

it('says the usual values in the language of the reader and leaves the others alone', async () => {
  const said = () =>
    ['NOT_INSTALLED', 'POST', 'NV240-1', '0001.x'].map((each) => propertyValue(i18next.t, each))
  expect(said()).toEqual(['not installed', 'Post (embodied)', 'NV240-1', '0001.x'])
  await switchLanguage('zh-CN')
  expect(said()).toEqual(['未安装', 'SB 后（已执行）', 'NV240-1', '0001.x'])
})
