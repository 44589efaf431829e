import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let dist: string

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'airfolio-dist-'))
})
afterEach(() => rmSync(dist, { recursive: true }))

describe('precompress', () => {
  it('lays a Brotli and a gzip copy beside each text file that is worth it', () => {
    const script = 'const answer = 42\n'.repeat(200)
    mkdirSync(join(dist, 'assets'))
    mkdirSync(join(dist, '.vite'))
    writeFileSync(join(dist, 'assets', 'app.js'), script)
    writeFileSync(join(dist, 'assets', 'tiny.js'), 'x')
    writeFileSync(join(dist, 'assets', 'font.woff2'), Buffer.alloc(5000))
    writeFileSync(join(dist, '.vite', 'manifest.json'), '{}'.padEnd(5000))
    execFileSync(process.execPath, [fileURLToPath(new URL('precompress.mjs', import.meta.url)), dist])

    expect(readdirSync(join(dist, 'assets')).sort()).toEqual([
      'app.js',
      'app.js.br',
      'app.js.gz',
      'font.woff2',
      'tiny.js',
    ])
    expect(readdirSync(join(dist, '.vite'))).toEqual(['manifest.json'])
    expect(brotliDecompressSync(readFileSync(join(dist, 'assets', 'app.js.br'))).toString()).toBe(script)
    expect(gunzipSync(readFileSync(join(dist, 'assets', 'app.js.gz'))).toString()).toBe(script)
  })
})
