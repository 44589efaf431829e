import { expect, it } from 'vitest'
import { keys, morph } from './morph'

function tree(html: string): HTMLElement {
  const host = document.createElement('div')
  host.innerHTML = html
  return host
}

it('adds nodes before one that was replaced', () => {
  const [old, next] = [
    tree('<p>a</p><math><mi>x</mi></math>'),
    tree('<p>a</p><p>b</p><math display="block"><mi>x</mi></math>'),
  ]
  morph(old, next, { keyOf: keys(() => undefined), adopt: () => false })
  expect(old.innerHTML).toBe('<p>a</p><p>b</p><math display="block"><mi>x</mi></math>')
})
