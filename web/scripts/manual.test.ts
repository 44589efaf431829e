import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string

function put(path: string, text: string) {
  const file = join(folder, 'manual', path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airfolio-manual-'))
  for (const file of [
    'index.html',
    'landing.css',
    'landing.js',
    'theme/book.css',
    'theme/book.js',
    'theme/favicon.svg',
  ])
    put(file, '')
  for (const language of ['en', 'zh']) {
    put(`${language}/src/SUMMARY.md`, '# Summary\n\n[Start](start.md)\n\n# Part\n\n- [Next](next.md)\n')
    put(
      `${language}/src/start.md`,
      "# Start\n\nIt's `<here>`.\n\n## Two words\n\nSee [next](next.md#see-also).\n",
    )
    put(
      `${language}/src/next.md`,
      '# Next\n\n## See also\n\n[Back](start.md) or [up](#next)\n\n## See also\n\n| a |\n|---|\n| b |\n',
    )
    put(`${language}/src/images/a.png`, '')
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

function build() {
  const script = fileURLToPath(new URL('manual.mjs', import.meta.url))
  return spawnSync(process.execPath, [script, join(folder, 'manual'), join(folder, 'book')], {
    encoding: 'utf8',
  })
}

const read = (name: string) => readFileSync(join(folder, 'book', name), 'utf8')

describe('the user manual', () => {
  it('has a page per chapter, one to print and a search index', () => {
    expect(build().stderr).toBe('')
    expect(readdirSync(join(folder, 'book/en')).sort()).toEqual([
      'images',
      'index.html',
      'next.html',
      'print.html',
      'search.js',
      'start.html',
    ])
    const start = read('en/start.html')
    expect(start).toContain('<h2 id="two-words">')
    expect(start).toContain('It’s <code>&lt;here&gt;</code>')
    expect(start).toContain('<a href="next.html#see-also">next</a>')
    expect(start).toContain('<a href="start.html" aria-current="page">Start</a>')
    expect(start).toContain('href="../zh/start.html"')
    expect(read('en/next.html')).toContain('<h2 id="see-also-1">')
    expect(read('en/search.js')).toContain(
      '{"url":"start.html#start","chapter":"Start","title":"Start","body":"It’s <here>."}',
    )
  })

  it('prints all chapters on one page, with links within it', () => {
    build()
    const printed = read('en/print.html')
    expect(printed).toContain('<a href="#next-see-also">next</a>')
    expect(printed).toContain('<h2 id="next-see-also">')
    expect(printed).toContain('<a href="#start">Back</a> or <a href="#next-next">up</a>')
  })

  it('takes over the part of another file that an anchor marks', () => {
    writeFileSync(
      join(folder, 'other.md'),
      'no\n<!-- ANCHOR: part -->\nTaken over\n<!-- ANCHOR_END: part -->\nno\n',
    )
    put('en/src/next.md', '# Next\n\n## See also\n\n{{#include ../../../other.md:part}}\n')
    build()
    expect(read('en/next.html')).toContain('<p>Taken over</p>')
  })

  it('knows emphasis between Chinese punctuation and a character', () => {
    put('zh/src/start.md', '# Start\n\n按**导入…**打开\n')
    build()
    expect(read('zh/start.html')).toContain('按<strong>导入…</strong>打开')
  })

  it.each([
    [
      'a link to a heading that is not there',
      '[x](next.md#nowhere)',
      'no such place in the manual: next.md#nowhere',
    ],
    ['a link to a chapter that is not there', '[x](gone.md)', 'no such place in the manual: gone.md'],
  ])('refuses %s', (_, text, message) => {
    put('zh/src/start.md', `# Start\n\n${text}\n`)
    const built = build()
    expect(built.status).toBe(1)
    expect(built.stderr).toContain(message)
  })
})
