import { settled } from './support/checks'
import { pictureFolder, pictureSizes } from './support/pictures'
import { load, speak, test } from './support/test'

const questions = { 'en-US': 'hydraulic pressure', 'zh-CN': '液压' }
const reading = {
  'en-US': '/library/NV240/AMM?dm=DMC-NV240-A-26-21-01-00A-920A-A_en-US',
  'zh-CN': '/library/NV240/AMM?dm=DMC-NV240-A-26-21-01-00A-914A-A_zh-CN',
}

for (const language of ['en-US', 'zh-CN'] as const) {
  for (const [size, viewport] of Object.entries(pictureSizes)) {
    test(`search ${language} ${size}`, async ({ page, as, newPerson, expectComplaint }) => {
      expectComplaint(/400/)
      const picture = async (name: string, fullPage = false) => {
        await settled(page)
        await page.screenshot({ path: `${pictureFolder}/${language}-${size}-${name}.png`, fullPage })
      }
      const search = async (query: string) => {
        await load(page, `/search/index?${query}`)
        await page.locator('.se-result, .af-state').first().waitFor()
      }
      await page.setViewportSize(viewport)
      const person = await newPerson('admin')
      await speak(page, language)
      await as(person, '/dashboard')
      const question = `search=${encodeURIComponent(questions[language])}`
      await search(question)
      await picture('search')
      await picture('search-whole', true)
      await search(`${question}&manualName=NV240%2FAMM&where=warning`)
      await picture('search-narrowed')
      await search(`search=${encodeURIComponent('pump "open')}`)
      await picture('search-misunderstood')
      await search('search=zzzqqq')
      await picture('search-nothing')
      await search('search=extinguishr&lane=all')
      await picture('search-forgiven', true)
      await page.getByRole('combobox').first().fill('hydr')
      await page.getByRole('listbox').waitFor()
      await picture('search-suggestions')
      await page.keyboard.press('Escape')
      await page.locator('.se-box .btn').last().click()
      await picture('search-help')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('NV240-A-29')
      await page.locator('.af-palette [role=group]').nth(1).waitFor()
      await picture('palette-modules')
      await load(page, reading[language])
      await picture('reading')
      await load(page, '/fts/index')
      await picture('fulltext')
      await load(page, '/admin/index?tab=system')
      await picture('system')
    })
  }
}
