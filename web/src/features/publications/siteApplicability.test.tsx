import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** The scripts of published websites, as far as these tests need them. */
interface SiteScripts {
  content: { letters: string[]; modules: (string | number)[][]; entries: (string | number | null)[][] }
  isOutside: (entry: number | undefined, module: number | undefined, index: number) => boolean
  mark: (within: Element, query: string) => Element | undefined
  judge: (page: { pieces: Record<string, [string, string]> }, index: number, hide: boolean) => number
}

const folder = `${process.cwd()}/../crates/publish/src/site/assets/`
const code = ['texts.js', 'search.js', 'applicability.js'].map((name) => readFileSync(folder + name, 'utf8'))

/** For the first choice the piece does not apply, for the second it does. */
const pieces: Record<string, [string, string]> = { post: ['ny', 'SB 1 embodied'] }

let site: SiteScripts

beforeEach(() => {
  site = new Function(`${code.join('\n')}\nreturn site`)()
  site.content = { letters: ['', 'ny'], modules: [], entries: [] }
})

afterEach(() => {
  document.body.replaceChildren()
})

function page(html: string) {
  document.body.innerHTML = `<div class="rd-article">${html}</div>`
}

/** The text of some elements, as a reader sees it. */
function seen(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((each) => {
    const copy = document.createElement('div')
    copy.append(each.cloneNode(true))
    for (const hidden of copy.querySelectorAll('[hidden]')) hidden.remove()
    return copy.textContent?.trim() ?? ''
  })
}

const note = 'Not shown, applicable to: SB 1 embodied'

it('keeps the cell of a value that is hidden, so that none moves under another heading', () => {
  page(`<table><thead><tr><th>Condition</th><th>Torque A</th><th>Torque B</th></tr></thead>
    <tbody><tr><td>Cold</td><td data-applic="unknown" data-applic-id="post">10 <b>Nm</b></td><td>20 Nm</td></tr></tbody></table>`)
  const before = document.body.innerHTML
  expect(site.judge({ pieces }, 0, true)).toBe(1)
  expect(seen('tbody td')).toEqual(['Cold', note, '20 Nm'])
  expect(document.querySelector('[data-applic-id]')?.getAttribute('data-applic')).toBe('no')
  expect(site.judge({ pieces }, 1, true)).toBe(0)
  expect(seen('tbody td')).toEqual(['Cold', '10 Nm', '20 Nm'])
  site.judge({ pieces }, -1, false)
  expect(document.body.innerHTML.replace(/ data-written="unknown"/g, '')).toBe(before)
})

it('keeps a row that is hidden, with the cells that reach into the rows below it', () => {
  page(`<table><tbody>
    <tr data-applic-id="post" data-applic="unknown"><td rowspan="2">Pump</td><td>10</td><td>11</td></tr>
    <tr><td>20</td><td>21</td></tr></tbody></table>`)
  site.judge({ pieces }, 0, true)
  expect(document.querySelectorAll('tr')).toHaveLength(2)
  expect(seen('td')).toEqual(['Pump', note, '', '20', '21'])
  site.judge({ pieces }, 0, false)
  expect(seen('td')).toEqual(['Pump', '10', '11', '20', '21'])
})

it('puts a note in place of rows that belong together', () => {
  page(`<table><tbody><tr><td>A</td><td colspan="2">B</td></tr></tbody>
    <tbody data-applic-id="post" data-applic="unknown"><tr><td>C</td><td colspan="2">D</td></tr></tbody></table>`)
  site.judge({ pieces }, 0, true)
  expect(seen('tbody:not([hidden]) td')).toEqual(['A', 'B', note])
  expect(document.querySelector('td.s1d-hidden')?.getAttribute('colspan')).toBe('3')
})

it('keeps the number of items, and says what is not shown', () => {
  page(`<ol><li>One</li><li data-applic-id="post" data-applic="unknown"><p>Two</p></li><li>Three</li></ol>`)
  site.judge({ pieces }, 0, true)
  expect(seen('li')).toEqual(['One', note, 'Three'])
})

it('hides a piece also while the page around it is hidden', () => {
  page('<p data-applic-id="post" data-applic="unknown">Two</p>')
  document.body.hidden = true
  site.judge({ pieces }, 0, true)
  document.body.hidden = false
  expect(seen('.rd-article')).toEqual([note])
})

it('hides a section with its label and the warnings before it, and counts nested pieces once', () => {
  page(`<div class="s1d-applic-label s1d-gen">Applicable to: SB 1</div><div class="s1d-gen"><aside>Hot</aside></div>
    <section data-applic-id="post" data-applic="unknown"><p data-applic-id="post" data-applic="unknown">Text</p></section>
    <p>Always</p>`)
  expect(site.judge({ pieces }, 0, true)).toBe(1)
  expect(seen('.rd-article')).toEqual([expect.stringMatching(/^Not shown, .* embodied\s+Always$/)])
  site.judge({ pieces }, 0, false)
  expect(seen('.rd-article')).toEqual([expect.stringMatching(/^Applicable to: SB 1Hot\s+Text\s+Always$/)])
})

it('hides the label before a table that stands in a frame', () => {
  page(`<div class="s1d-applic-label s1d-gen">Applicable to: SB 1</div><div class="s1d-gen"><aside>Hot</aside></div>
    <div class="s1d-table-wrap"><table data-applic-id="post" data-applic="unknown"><tbody><tr><td>10</td></tr></tbody>
    </table></div>
    <p>Always</p>`)
  site.judge({ pieces }, 0, true)
  expect(seen('.rd-article')).toEqual([expect.stringMatching(/^Not shown, .* embodied\s+Always$/)])
  expect(document.querySelector('.s1d-table-wrap .s1d-hidden')).toBeNull()
  site.judge({ pieces }, 0, false)
  expect(seen('.rd-article')).toEqual([expect.stringMatching(/^Applicable to: SB 1Hot\s+10\s+Always$/)])
})

it('knows a module as outside when all its places in the contents are', () => {
  site.content.modules = [
    ['A', 'DMC-A', 'en-US', 'A', 'modules/A.html', 0],
    ['B', 'DMC-B', 'en-US', 'B', 'modules/B.html', 0],
    ['C', 'DMC-C', 'en-US', 'C', 'modules/C.html', 1],
  ]
  // Two places for some aircraft only, of which the second module has one without a limit as well.
  site.content.entries = [
    [null, 'Chapter', null, 1, 'SB 1'],
    [0, 'A', 0, 1, ''],
    [0, 'B', 1, 1, ''],
    [null, 'B', 1, 0, ''],
  ]
  const results = (index: number) => [0, 1, 2].map((module) => site.isOutside(undefined, module, index))
  expect(results(0)).toEqual([true, false, true])
  expect(results(1)).toEqual([false, false, false])
  expect(results(-1)).toEqual([false, false, false])
  expect([0, 1, 2, 3].map((entry) => site.isOutside(entry, undefined, 0))).toEqual([true, true, true, false])
})

it('judges the alternates of a container by their modules', () => {
  site.content.modules = [
    ['A', 'DMC-A', 'en-US', 'A', 'modules/A.html', 1],
    ['B', 'DMC-B', 'en-US', 'B', 'modules/B.html', 0],
  ]
  page(`<div class="s1d-alternates"><ul><li><a class="s1d-ref" href="./A.html?for=x#y">A</a></li>
    <li><a class="s1d-ref" href="./B.html">B</a></li><li><span class="s1d-ref">C</span></li></ul></div>`)
  expect(site.judge({ pieces: {} }, 0, true)).toBe(1)
  expect(seen('li')).toEqual(['DMC-A: does not apply', 'B', 'C'])
  expect(site.judge({ pieces: {} }, 1, true)).toBe(0)
  expect(seen('li')).toEqual(['A', 'B', 'C'])
})

it('marks the words of a query, 500 at most, also in one long text', () => {
  page(`<p>${'Bolt, '.repeat(20_000)}</p><p>abolt 油bolt</p>`)
  expect(site.mark(document.body, 'bolt')?.textContent).toBe('Bolt')
  expect(document.querySelectorAll('mark')).toHaveLength(500)
  page('<p>abolt 油bolt</p>')
  site.mark(document.body, 'bolt')
  expect([...document.querySelectorAll('mark')].map((mark) => mark.previousSibling?.textContent)).toEqual([
    'abolt 油',
  ])
})
