import { Api } from './support/api'
import { settled } from './support/checks'
import { pictureFolder, pictureSizes } from './support/pictures'
import { confirmRevision, deliverRevision } from './support/revisions'
import { load, speak, test } from './support/test'

const manual = '/NV240/AMM'
const item = '/NV240/MMEL/DMC-NV240-A-79-31-01-00A-180A-A_en-US.XML'
const translation = `${manual}/DMC-NV240-A-65-41-01-00A-310A-A_zh-CN.XML`

for (const language of ['en-US', 'zh-CN'] as const) {
  for (const [size, viewport] of Object.entries(pictureSizes)) {
    test(`deciding ${language} ${size}`, async ({ page, as, admin, newPerson, server, unique }) => {
      test.setTimeout(600_000)
      let number = 0
      const picture = async (name: string) => {
        await settled(page)
        number += 1
        const path = `${pictureFolder}/part5-${language}-${size}-${String(number).padStart(2, '0')}-${name}.png`
        await page.screenshot({ path })
      }
      const visit = async (address: string, name: string) => {
        await load(page, address)
        await picture(name)
      }
      const database = unique('OEM').replaceAll('.', '_')
      const revision = await deliverRevision(admin, database)
      await page.setViewportSize(viewport)
      await speak(page, language)
      const approver = await newPerson('approver')
      const api = new Api(server.url, await new Api(server.url).signIn(approver))
      await as(approver, '/revisions')
      await picture('revisions')
      await visit(`/revisions/${revision}`, 'forecast')
      await confirmRevision(admin, database, revision)
      await visit(`/revisions/${revision}?tab=todos`, 'to-dos')
      await page.getByRole('link', { name: /gearbox oil temperature/i }).click()
      await page.locator('kbd').first().waitFor()
      await picture('merge')
      await visit('/revisions?tab=history', 'decisions')

      const { request } = await api.post<{ request: { id: string } }>('/changeRequests', {
        manualPath: manual,
        title: 'Name the tank in the fuel quantity chapter',
        description: 'Readers ask which of the two tanks is meant.',
        origin: 'comment',
      })
      await visit('/change-requests', 'change-requests')
      await visit(`/change-requests/${request.id}`, 'change-request')
      await visit(`/library${manual}?tab=rules`, 'business-rules')
      await visit(`/library${manual}?tab=translations`, 'translations')
      await visit(`/translation?path=${encodeURIComponent(translation)}`, 'translation')

      await api.call('POST', `/files/checkout/default${item}`)
      await load(page, `/editor?path=${encodeURIComponent(item)}`)
      for (const form of [
        /^(MEL item|MEL 项目)$/,
        /^(Metadata|元数据)$/,
        /^(Applicability of the module|模块的适用性)$/,
      ]) {
        await page.getByRole('button', { name: /^(Forms|表单)$/ }).click()
        await page.getByRole('menuitem', { name: form }).click()
        await page.getByRole('dialog').waitFor()
        await picture('form')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      }
      await api.call('POST', `/files/cancelCheckout/default${item}`)
    })
  }
}
