import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { placeAfter, readItems, unitsBefore, writeRun } from './runDom'
import { changeOf, offsetAfter, unitsUpTo } from './runEdit'
import { type RunText, readRun, sourceOf } from './runTokens'

const demo = join(import.meta.dirname, '../../../../../demo')
const names = readdirSync(demo, { recursive: true, encoding: 'utf8' }).filter((name) => /\.xml$/i.test(name))

function read(source: string): RunText {
  const run = readRun(source)
  if (!run) throw new Error(`not read: ${source}`)
  return run
}

function shown(run: RunText): HTMLElement {
  const host = document.createElement('span')
  writeRun(host, run, ({ source }) => {
    const chip = document.createElement('span')
    chip.textContent = source
    return chip
  })
  return host
}

/** The source after the nodes of a run were changed. */
function edited(source: string, change: (host: HTMLElement) => void): string {
  const run = read(source)
  const host = shown(run)
  change(host)
  const made = changeOf(run, readItems(host))
  return made ? source.slice(0, made.from) + made.insert + source.slice(made.to) : source
}

/** Types text into the n-th text node. */
const type = (text: string, at: number, offset: number) => (host: HTMLElement) => {
  const nodes = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  for (let count = 0; count <= at; count++) nodes.nextNode()
  const { currentNode } = nodes
  currentNode.nodeValue = `${currentNode.nodeValue?.slice(0, offset)}${text}${currentNode.nodeValue?.slice(offset)}`
}

describe('a run of XML text', () => {
  it('goes back as it came when nobody has edited it', () => {
    const texts = names.map((name) => readFileSync(join(demo, name), 'utf8'))
    const sources = texts.flatMap((text) =>
      [
        ...text.matchAll(
          /<(para|title|notePara|entry|descr|reqCond)\b[^>]*[^/]?>((?:(?!<\1\b)[\s\S])*?)<\/\1>/g,
        ),
      ].map(([, , source = '']) => source),
    )
    expect(sources.length).toBeGreaterThan(2000)
    for (const source of sources) {
      const run = read(source)
      expect(run.lead + sourceOf(run.tokens) + run.tail).toBe(source)
      expect(changeOf(run, readItems(shown(run)))).toBeUndefined()
    }
  })

  it('keeps entities, comments, sections and the white space of the source', () => {
    const source = '\n  a &amp;\n\tb&#x3c;<!-- c > --><![CDATA[<d>]]>&unknown; <?pi x?>\n'
    expect(edited(source, type('X', 0, 1))).toBe(source.replace('a &amp;', 'aX &amp;'))
    expect(edited(source, (host) => host.append('!'))).toBe(source.replace('<?pi x?>', '<?pi x?>!'))
  })

  it('escapes what is typed', () => {
    expect(edited('a', type(' & <b>\u0000', 0, 1))).toBe('a &amp; &lt;b&gt;')
    expect(edited('', (host) => host.append('𝄞'))).toBe('𝄞')
  })

  it('does not let a deletion make the end of a section', () => {
    const without = (source: string) =>
      edited(source, (host) => {
        host.textContent = host.textContent?.replace('x', '') ?? ''
      })
    expect(without('a]]x> b')).toBe('a]]&gt; b')
    expect(without('a]x]> b')).toBe('a]]&gt; b')
    expect(without('a]x> b')).toBe('a]> b')
  })

  it('edits inside marks, and leaves other elements whole', () => {
    const source = 'Use <emphasis emphasisType="em02">no</emphasis> <dmRef><x a=">"/></dmRef>.'
    expect(edited(source, type('t', 1, 2))).toBe(source.replace('>no<', '>not<'))
    expect(edited(source, (host) => host.querySelector('[data-part]')?.remove())).toBe(
      'Use <emphasis emphasisType="em02">no</emphasis> .',
    )
    expect(edited(source, (host) => host.querySelector('em')?.remove())).toBe(
      'Use  <dmRef><x a=">"/></dmRef>.',
    )
    const unwrap = (host: HTMLElement) => {
      const mark = host.querySelector('em')
      mark?.replaceWith(...mark.childNodes)
    }
    expect(edited(source, unwrap)).toBe('Use no <dmRef><x a=">"/></dmRef>.')
  })

  it('keeps an empty mark, and writes no id twice', () => {
    expect(edited('a<emphasis></emphasis>', type('b', 0, 1))).toBe('ab<emphasis></emphasis>')
    const split = (host: HTMLElement) => {
      const mark = host.querySelector('span[data-mark]')
      mark?.after('x', mark.cloneNode(true))
    }
    expect(edited('<changeInline id="c">y</changeInline>', split)).toBe(
      '<changeInline id="c">y</changeInline>x<changeInline>y</changeInline>',
    )
  })

  it('is not read when its tags are not in order', () => {
    for (const source of ['a</para><para>b', '<emphasis>a', '<dmRef>a', 'a < b', 'a & b'])
      expect(readRun(source)).toBeUndefined()
  })

  it('keeps the blanks on both sides of a caret apart', () => {
    const cases = [
      ['a ', 2],
      ['a  b', 2],
      ['  b', 1],
      [' b', 0],
      [' \n ', 1],
      ['a\n  ', 1],
      ['<emphasis>a</emphasis> <dmRef/>', 23],
    ] as const
    for (const [source, caret] of cases) {
      const run = readRun(source, caret)
      if (!run) throw new Error(`not read: ${source}`)
      expect(run.lead + sourceOf(run.tokens) + run.tail).toBe(source)
      expect(offsetAfter(run, unitsUpTo(run, caret))).toBe(caret)
    }
    expect(readRun('a\n  ', 1)?.tail).toBe('\n  ')
  })

  it('has the same place in the nodes and in the source', () => {
    const run = read(' a<emphasis>&amp;</emphasis><dmRef/>b')
    const host = shown(run)
    const offsets = [1, 2, 17, 36, 37]
    for (const [units, offset] of offsets.entries()) {
      const { node, offset: at } = placeAfter(host, units)
      expect(unitsBefore(host, node, at)).toBe(units)
      expect(offsetAfter(run, units)).toBe(offset)
      expect(unitsUpTo(run, offset)).toBe(units)
    }
  })
})
