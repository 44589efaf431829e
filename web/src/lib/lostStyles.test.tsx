import { expect, it } from 'vitest'
import { reviveLostStyles, watchStyles } from './lostStyles'

it('asks again for the style sheets that could not come, and for those alone', () => {
  watchStyles()
  const [lost, good] = ['lost.css', 'good.css'].map((href) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href })
    document.head.append(link)
    return link
  })
  lost?.dispatchEvent(new Event('error'))
  reviveLostStyles()
  expect(lost?.isConnected).toBe(false)
  expect(good?.isConnected).toBe(true)
  const again = document.querySelector('link[href="lost.css"]')
  again?.dispatchEvent(new Event('error'))
  window.dispatchEvent(new Event('online'))
  expect(again?.isConnected).toBe(false)
  for (const link of document.querySelectorAll('link')) link.remove()
})
