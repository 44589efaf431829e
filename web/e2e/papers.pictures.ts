import { type Api, people } from './support/api'
import { settled } from './support/checks'
import { pictureFolder, pictureSizes } from './support/pictures'
import { deliverRevision, editModule } from './support/revisions'
import { load, speak, test } from './support/test'

const manual = '/NV240/AMM'
const module = 'DMC-NV240-A-28-40-00-00A-040A-A_en-US'

interface Made {
  id: string
  path: string
  version: number
}

async function make<Body>(api: Api, address: string, body: Body): Promise<Made> {
  return api.post<Made>(address, body)
}

/** Requirements of every status in two categories. */
async function rules(api: Api, name: string): Promise<{ collection: Made; item: Made }> {
  const collection = await make(api, '/compliance', {
    policyCollectionName: name,
    policyOriginator: 'Northwind Authority',
    complianceType: 'regulatory',
  })
  const fuel = await make(api, '/compliance/policyCategory', {
    parentPath: collection.path,
    name: 'Fuel system',
    policyCategoryCode: 'A',
  })
  const doors = await make(api, '/compliance/policyCategory', {
    parentPath: collection.path,
    name: 'Doors and emergency exits',
    policyCategoryCode: 'B',
  })
  const add = (parentPath: string, policyItemCode: string, title: string, text: string) =>
    make(api, '/compliance/policyItem', { parentPath, policyItemCode, title, text })
  const item = await add(
    fuel.path,
    'NA.FUEL.100',
    'Fuel quantity',
    'The operator shall ensure that the manual says how the quantity of fuel is measured, and what the crew does when the two quantity systems disagree.',
  )
  const statuses = ['compliant', 'partially_compliant', 'non_compliant', 'not_applicable']
  for (const [index, status] of statuses.entries()) {
    const made = await add(
      doors.path,
      `NA.DOOR.${index + 1}00`,
      `Emergency exit ${index + 1}`,
      'Each exit shall be marked.',
    )
    await api.call('PUT', '/compliance/policyItem/status', {
      id: made.id,
      version: made.version,
      status,
      why: 'Seen with the operator',
    })
  }
  return { collection, item }
}

for (const language of ['en-US', 'zh-CN'] as const) {
  for (const [size, viewport] of Object.entries(pictureSizes)) {
    test(`papers ${language} ${size}`, async ({ page, as, admin, newPerson, unique }) => {
      test.setTimeout(600_000)
      let number = 0
      const picture = async (name: string) => {
        await settled(page)
        number += 1
        const path = `${pictureFolder}/part67-${language}-${size}-${String(number).padStart(2, '0')}-${name}.png`
        await page.screenshot({ path })
      }
      const visit = async (address: string, name: string) => {
        await load(page, address)
        await picture(name)
      }
      await page.setViewportSize(viewport)
      await speak(page, language)
      const { collection, item } = await rules(admin, unique('Northwind rules'))
      await as(people.admin, '/compliance-overview/index')
      await picture('compliance')
      await visit(`/compliance/${collection.id}`, 'collection')
      await visit(`/compliance/${collection.id}?item=${item.id}`, 'requirement')

      await load(page, `/library${manual}?dm=${module}`)
      const anchor = await page
        .getByText('Four capacitance probes measure')
        .first()
        .evaluate((element) => element.closest('article [id]')?.id ?? '')
      await load(page, `/compliance/${collection.id}?item=${item.id}`)
      await page.getByRole('button', { name: /^(Add reference|添加引用)$/ }).click()
      const dialog = page.getByRole('dialog')
      await picture('reference-search')
      await dialog.getByRole('radio', { name: /^(Paste a link|粘贴链接)$/ }).check()
      await dialog
        .getByRole('textbox')
        .first()
        .fill(`${new URL(page.url()).origin}/#/library${manual}?dm=${module}&at=${anchor}`)
      await dialog.getByText('Four capacitance probes measure').first().waitFor()
      await picture('reference-dialog')
      await dialog.getByRole('button', { name: /^(Add reference|添加引用)$/ }).click()
      await dialog.waitFor({ state: 'hidden' })
      await picture('requirement-with-reference')
      await visit(`/library${manual}?dm=${module}&part=data`, 'module-data')

      await visit(`/publications?manual=${manual}`, 'publications')
      await page.getByRole('button', { name: /^(Publish|发布|出版)$/ }).click()
      await dialog.waitFor()
      await picture('publish-dialog')
      await dialog.getByRole('textbox').first().fill('7')
      const operator = dialog.getByRole('combobox', { name: /Operator|运营人/ })
      await operator.getByRole('option').nth(1).waitFor({ state: 'attached' })
      await operator.selectOption({ index: 1 })
      await dialog.locator('button[type=submit]').click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: /7/ }).first().click({ timeout: 60_000 })
      await page.getByRole('button', { name: /manifest\.json/ }).waitFor()
      await picture('publication')

      await visit('/replace?manual=%2FNV240%2FAMM&find=paint+marks&with=paint+lines', 'replace')
      const database = unique('AIR').replaceAll('.', '_')
      const revision = await deliverRevision(admin, database)
      await visit(`/revisions?tab=airline&manual=%2F${database}%2FLIST`, 'airline-list')
      await visit(`/revisions/${revision}`, 'forecast')
      await editModule(admin, `/${database}/LIST/DMC-NV240-A-30-31-01-00A-180A-A_en-US.XML`, (text) =>
        text.replace('<repairCategory>C</repairCategory>', '<repairCategory>D</repairCategory>'),
      )
      await visit(`/library/${database}/LIST?dm=DMC-NV240-A-30-31-01-00A-180A-A_en-US&part=data`, 'mel-guard')
      await as(await newPerson('author'), '/change-requests')
      await picture('change-requests')
    })
  }
}
