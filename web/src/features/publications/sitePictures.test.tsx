import { readFileSync } from 'node:fs'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

interface Hotspot {
  id: string
  object: string
  name: string
  title: string
  targets: string[]
}

/** The script of published websites that makes pictures useful, as far as these tests need it. */
interface SiteScripts {
  drawing: (path: string, text: string) => void
  load: (path: string) => Promise<void>
  showPictures: (
    page: { figures: { figure: number; copy: string; picture: string; hotspots: Hotspot[] }[] },
    jump: (place: string) => void,
  ) => void
}

const folder = `${process.cwd()}/../crates/publish/src/site/assets/`
const code = ['texts.js', 'pictures.js'].map((name) => readFileSync(folder + name, 'utf8'))
const picture = 'pictures/ICN-1.CGM.svg'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">
  <script>alert(1)</script><g data-aps-id="H1" onclick="alert(1)"><path class="cgm-region" d="M0 0h1"/></g>
  <g data-name="Lever"><path d="M0 0h2"/></g></svg>`

const pump: Hotspot = { id: 'hot-1', object: 'H1', name: '1', title: 'Pump', targets: ['step-2'] }
const lever: Hotspot = { id: 'hot-2', object: 'none', name: 'Lever', title: '', targets: [] }

let site: SiteScripts

beforeEach(() => {
  site = new Function(`${code.join('\n')}\nreturn site`)()
  site.load = () => Promise.resolve()
  document.body.innerHTML = `<figure data-figure-box="0"><div class="pv-tools"></div>
    <div class="pv-view"><div class="pv-content"><img src="../${picture}" alt="Fuel pump"></div></div></figure>
    <p id="step-1">Move the <a href="#hot-2" data-target="hot-2">lever</a>.</p><p id="step-2">Remove the pump.</p>`
})

afterEach(() => {
  document.body.replaceChildren()
})

/** Shows a drawing with its hotspots; gives the root of the drawing and the places that were jumped to. */
async function shown(hotspots: Hotspot[], text = svg) {
  const jump = vi.fn()
  site.drawing(picture, text)
  site.showPictures({ figures: [{ figure: 0, copy: `${picture}.js`, picture, hotspots }] }, jump)
  await vi.waitFor(() => expect(document.querySelectorAll('button').length).toBeGreaterThan(0))
  await Promise.resolve()
  return { root: document.querySelector('.pv-drawing')?.shadowRoot, jump }
}

it('leads from a part of a drawing to the text, by pointer and by keyboard', async () => {
  const { root, jump } = await shown([pump, lever])
  const areas = [...(root?.querySelectorAll<SVGElement>('[role="button"]') ?? [])]
  expect(areas.map((area) => area.getAttribute('aria-label'))).toEqual(['1 Pump', 'Lever'])
  expect(root?.querySelector('script, [onclick]')).toBeNull()
  areas[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(jump).toHaveBeenLastCalledWith('step-2')
  // Without a target it leads to where the text names it.
  areas[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  expect(jump).toHaveBeenLastCalledWith('step-1')
  areas[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
  expect(jump).toHaveBeenCalledTimes(2)
  for (const area of areas) expect(area.getAttribute('tabindex')).toBe('0')
})

it('keeps a drawing in its frame, whatever its styles say', async () => {
  const escaping = svg.replace('<svg ', '<svg style="position:fixed;width:9999px;opacity:0.5" ')
  const { root } = await shown([pump], escaping)
  const style = root?.querySelector<SVGSVGElement>('svg')?.style
  expect(['position', 'width', 'opacity'].map((name) => style?.getPropertyValue(name))).toEqual([
    'static',
    '100%',
    '0.5',
  ])
  expect(style?.getPropertyPriority('position')).toBe('important')
})

it('shows in the drawing what a person points at in the text', async () => {
  const { root } = await shown([pump, lever])
  const user = userEvent.setup()
  const link = document.querySelector('a[data-target]')
  if (!link) throw new Error('no link')
  await user.hover(link)
  expect(root?.querySelector('[data-shown]')?.getAttribute('data-name')).toBe('Lever')
  await user.hover(document.body)
  expect(root?.querySelector('[data-shown]')).toBeNull()
})

it('leaves a picture alone of which no part is named', async () => {
  const { root } = await shown([{ ...pump, object: 'H9', name: '' }])
  expect(root).toBeUndefined()
  expect(document.querySelector('img')?.alt).toBe('Fuel pump')
})
