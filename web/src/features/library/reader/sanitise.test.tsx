import { describe, expect, it } from 'vitest'
import { sanitise } from './sanitise'

function shown(html: string): string {
  const host = document.createElement('div')
  host.append(sanitise(html))
  return host.innerHTML
}

describe('the HTML of a module', () => {
  it('stays as the renderer writes it', () => {
    const html =
      '<article class="s1d-module" data-kind="proced" lang="en"><h2 id="s1d-a:1">1 Remove</h2><p data-applic="no">' +
      '<a class="s1d-ref" data-ref="0" href="#s1d-b">Step 2</a></p><table><colgroup><col width="50%"></colgroup><tbody><tr><td colspan="2">x</td></tr></tbody>' +
      '</table><math><mfrac><mi>a</mi><mn>2</mn></mfrac></math></article>'
    expect(shown(html)).toBe(html)
  })

  it.each([
    ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['a style', '<style>p{background:url(x)}</style><p>a</p>', '<p>a</p>'],
    ['a frame', '<p>a</p><iframe src="https://x.example"></iframe>', '<p>a</p>'],
    ['a handler', '<p onclick="alert(1)" ONMOUSEOVER="x()">a</p>', '<p>a</p>'],
    ['a style attribute', '<p style="position:fixed">a</p>', '<p>a</p>'],
    ['a script as an address', '<a href=" javascript:alert(1)">a</a>', '<a>a</a>'],
    ['data as an address', '<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['a picture that calls home', '<p><img src="https://x.example/i.png" onerror="x()">a</p>', '<p>a</p>'],
    ['a form', '<form action="https://x.example"><input name="p"><p>a</p></form>', '<p>a</p>'],
    ['a drawing', '<svg><a xlink:href="javascript:x()"><text>b</text></a></svg><p>a</p>', '<p>a</p>'],
    [
      'a link within mathematics',
      '<math><mi onclick="x()" href="#x">a</mi></math>',
      '<math><mi>a</mi></math>',
    ],
  ])('loses %s', (_, html, left) => {
    expect(shown(html)).toBe(left)
  })

  it('keeps the text of an element that nobody knows', () => {
    expect(shown('<p>before <blink>kept</blink></p>')).toBe('<p>before kept</p>')
  })
})
