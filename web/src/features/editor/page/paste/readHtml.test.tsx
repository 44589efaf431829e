import { describe, expect, it } from 'vitest'
import { asParagraphs, isStructured, type PastedBlock } from './blocks'
import { holdsPictures, readHtml } from './readHtml'

const paragraph = (text: string): PastedBlock => ({ kind: 'paragraph', words: [{ text, formats: [] }] })
const textOf = (block: PastedBlock) =>
  asParagraphs(block).map(({ words }) => words.map(({ text }) => text).join(''))

/** An item of a list as Word writes it: a paragraph with its level and its sign. */
const wordItem = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>` +
  `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span ` +
  `style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style>p.MsoNormal {margin:0cm}</style></head>
<body lang=EN-US><!--StartFragment--><p class=MsoNormal>Check the <b style='mso-bidi-font-weight:normal'>two
valves</b>:<o:p></o:p></p>
${wordItem(1, '1.', 'Open <span style="font-style:italic">both</span>')}
${wordItem(2, '·', 'slowly')}
${wordItem(2, '·', 'by hand')}
${wordItem(1, '2.', 'Close H<sub>2</sub>O')}
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>See <a href="https://example.com/x">the list</a><span style='display:none'>hidden</span>.</p>
<!--EndFragment--></body></html>`

const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {mso-number-format:General}</style></head>
<body><table border=0 cellpadding=0 width=192><col width=64 span=3 style='width:48pt'>
<!--StartFragment--><tr height=20><td height=20 class=xl65 width=64>Bolt</td><td colspan=2 class=xl66>Torque</td></tr>
<tr height=20><td rowspan=2 class=xl65>M6</td><td align=right>9</td><td>N·m</td></tr>
<tr height=20><td align=right>11</td></tr><!--EndFragment--></table></body></html>`

describe('HTML from the clipboard', () => {
  it('gives the paragraphs and nested lists of Word', () => {
    const blocks = readHtml(word)
    expect(blocks).toEqual([
      {
        kind: 'paragraph',
        words: [
          { text: 'Check the ', formats: [] },
          { text: 'two valves', formats: ['formatBold'] },
          { text: ':', formats: [] },
        ],
      },
      {
        kind: 'list',
        isOrdered: true,
        items: [
          [
            {
              kind: 'paragraph',
              words: [
                { text: 'Open ', formats: [] },
                { text: 'both', formats: ['formatItalic'] },
              ],
            },
            { kind: 'list', isOrdered: false, items: [[paragraph('slowly')], [paragraph('by hand')]] },
          ],
          [
            {
              kind: 'paragraph',
              words: [
                { text: 'Close H', formats: [] },
                { text: '2', formats: ['formatSubscript'] },
                { text: 'O', formats: [] },
              ],
            },
          ],
        ],
      },
      paragraph('See the list.'),
    ])
  })

  it('gives the cells of Excel at their places, with empty ones where it has none', () => {
    const [table, ...others] = readHtml(excel) ?? []
    expect(others).toEqual([])
    if (table?.kind !== 'table') throw new Error('no table')
    expect([table.columns, table.headRows]).toEqual([3, 0])
    const cells = table.rows.map((row) =>
      row.map(({ column, columns, rows, blocks }) => [column, columns, rows, blocks.flatMap(textOf).join()]),
    )
    expect(cells).toEqual([
      [
        [0, 1, 1, 'Bolt'],
        [1, 2, 1, 'Torque'],
      ],
      [
        [0, 1, 2, 'M6'],
        [1, 1, 1, '9'],
        [2, 1, 1, 'N·m'],
      ],
      [
        [1, 1, 1, '11'],
        [2, 1, 1, ''],
      ],
    ])
    expect(textOf(table)).toEqual(['Bolt Torque', 'M6 9 N·m', '11'])
  })

  it('takes one cell of a sheet for its words', () => {
    expect(readHtml('<table><tr><td class=xl65>9 N·m</td></tr></table>')).toEqual([paragraph('9 N·m')])
  })

  it('reads headings, line breaks and lists of a web page, and nothing that runs or is shown', () => {
    const html = `<h2>Title</h2><script>alert(1)</script><img src=x onerror="alert(2)"><div>One<br>two <style>p{}</style></div>
      <ul><li><p>a</p></li><ul><li>b</li></ul></ul><svg><text>no</text></svg>
      <table><thead><tr><th>H</th></tr></thead><tbody><tr><td>c <table><tr><td>d</td></tr></table></td></tr></tbody></table>`
    const blocks = readHtml(html) ?? []
    expect(blocks.slice(0, 3)).toEqual(['Title', 'One', 'two'].map(paragraph))
    expect(blocks[3]).toEqual({
      kind: 'list',
      isOrdered: false,
      items: [[paragraph('a'), { kind: 'list', isOrdered: false, items: [[paragraph('b')]] }]],
    })
    const table = blocks[4]
    expect(table?.kind === 'table' && table.headRows).toBe(1)
    expect(table && textOf(table)).toEqual(['H', 'c d'])
    expect(blocks).toHaveLength(5)
  })

  it('takes the look of a page for nothing, and that of a text processor for a format', () => {
    const look = '<span style="font-weight: 700; color: red">word</span>'
    expect(isStructured(readHtml(look) ?? [])).toBe(false)
    const docs = `<b style="font-weight:normal;" id="docs-internal-guid-1">plain ${look}</b>`
    expect(readHtml(docs)).toEqual([
      {
        kind: 'paragraph',
        words: [
          { text: 'plain ', formats: [] },
          { text: 'word', formats: ['formatBold'] },
        ],
      },
    ])
  })

  it('reads no more than a limit', () => {
    expect(readHtml('x'.repeat(5_000_000))).toBeUndefined()
    expect(readHtml('<i></i>'.repeat(21_000))).toBeUndefined()
    expect(readHtml(`${'<div>'.repeat(300)}x`)).toBeUndefined()
    expect(readHtml('')).toEqual([])
    expect(isStructured([])).toBe(false)
  })

  it('leaves no words of a table out: neither its caption nor what is too wide', () => {
    const [title, table] =
      readHtml('<table><caption>Torques</caption><tr><td>a</td><td>b</td></tr></table>') ?? []
    expect(title).toEqual(paragraph('Torques'))
    expect(table && textOf(table)).toEqual(['a b'])
    const cells = Array.from({ length: 30 }, (_, index) => `<td>c${index}</td>`)
    const wide = readHtml(`<table><tr><td colspan=50>w</td>${cells.join('')}</tr></table>`) ?? []
    const words = wide.flatMap(textOf).join(' ').split(' ')
    expect(words).toHaveLength(31)
    expect(words.at(-1)).toBe('c29')
  })

  it('tells pictures and formulas, which are not pasted', () => {
    expect(['<p>a<img src=x></p>', '<math><mi>x</mi></math>', '<m:oMath>'].every(holdsPictures)).toBe(true)
    expect([word, excel, '<p>img</p>', '<imgx>'].some(holdsPictures)).toBe(false)
  })

  it('takes neither the deleted words nor the comments of Word', () => {
    const html = `<p>Keep <del cite="mailto:x">old</del><ins>new</ins><a class=msocomanchor href="#c1">[A1]</a></p>
      <div style='mso-element:comment-list'><div style='mso-element:comment'><p>why?</p></div></div>`
    expect(readHtml(html)).toEqual([paragraph('Keep new')])
  })

  it('knows the signs that count', () => {
    const isOrdered = (sign: string) => {
      const [list] = readHtml(wordItem(1, sign, 'a')) ?? []
      return list?.kind === 'list' && list.isOrdered
    }
    for (const sign of ['1.', 'b)', 'iv.', '1、', '（2）', '三、', '④', '1.2', '5', '第一条'])
      expect([sign, isOrdered(sign)]).toEqual([sign, true])
    for (const sign of ['·', 'o', '§', '-', '—']) expect([sign, isOrdered(sign)]).toEqual([sign, false])
  })

  it('makes lists of their own where the kind of the signs changes', () => {
    const html = `<body style="mso-x:y">${wordItem(1, '·', 'a')}${wordItem(1, 'a)', 'b')}${wordItem(3, '·', 'c')}</body>`
    expect(readHtml(html)).toEqual([
      { kind: 'list', isOrdered: false, items: [[paragraph('a')]] },
      {
        kind: 'list',
        isOrdered: true,
        items: [[paragraph('b'), { kind: 'list', isOrdered: false, items: [[paragraph('c')]] }]],
      },
    ])
  })
})
