import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'

async function brandOf(...settings: string[]) {
  for (const file of settings) {
    const values = parseEnv(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  }
  vi.resetModules()
  const { brand } = await import('./brand')
  return brand
}

afterEach(() => vi.unstubAllEnvs())

describe('brand', () => {
  it('is Airfolio with a logo 100 wide', async () => {
    expect(await brandOf('.env')).toMatchObject({
      title: 'Airfolio',
      logoWidth: 100,
      logo: '/logo.svg',
    })
  })

  it('is Airfolio Author with a logo 200 wide in the authoring build', async () => {
    expect(await brandOf('.env', '.env.authoring')).toMatchObject({
      title: 'Airfolio Author',
      logoWidth: 200,
      logo: '/logo-author.svg',
    })
  })

  it('carries the version of the web app', async () => {
    expect((await brandOf('.env')).webVersion).toBe('5.0.0-rc.0')
  })
})
