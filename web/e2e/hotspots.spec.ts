import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './support/test'

// Pictures of others are not ours to ship.
const data = process.env.AIRFOLIO_TEST_DATA ?? resolve('../../shared/data')
const official = `${data}/packages/bike-4.1.zip`

test('a point inside each region of a converted picture is the part it names', async ({
  page,
  as,
  server,
  unique,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: what it needs is not there on every machine.
  test.skip(!existsSync(official), `NOT TESTED: ${official} is absent; set AIRFOLIO_TEST_DATA.`)
  const database = unique('BIKE').replaceAll('.', '-')
  server.run('import', official, '--database', database, '--manual', 'BIKE', '--create')
  await as('reader', `/library/${database}/BIKE?dm=DMC-S1000DBIKE-AAA-D00-00-00-00AA-041A-A_en-US`)
  const drawing = page.locator('.pv-drawing').first()
  await expect(drawing.locator('[data-hot] .cgm-region')).toHaveCount(12)
  await drawing.scrollIntoViewIfNeeded()
  const hits = await drawing.evaluate((host) => {
    const regions = [
      ...(host.shadowRoot?.querySelectorAll<SVGGeometryElement>('[data-hot] .cgm-region') ?? []),
    ]
    return regions.map((region) => {
      const { x, y, width, height } = region.getBBox()
      const steps = [...Array(21).keys()].map((step) => step / 20)
      const inside = steps
        .flatMap((across) => steps.map((down) => new DOMPoint(x + across * width, y + down * height)))
        .find((point) => region.isPointInFill(point))
      region.scrollIntoView({ block: 'center' })
      const at = inside?.matrixTransform(region.getScreenCTM() ?? undefined)
      const found = at && host.shadowRoot?.elementFromPoint(at.x, at.y)
      return {
        named: region.closest('[data-aps-id]')?.getAttribute('data-aps-id'),
        found: found?.closest('[data-aps-id]')?.getAttribute('data-aps-id'),
      }
    })
  })
  expect(hits.map(({ found }) => found)).toEqual(hits.map(({ named }) => named))
  expect(new Set(hits.map(({ named }) => named)).size).toBe(12)
})
