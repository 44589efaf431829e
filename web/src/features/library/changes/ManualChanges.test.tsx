import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { ManualPage } from '../manual/ManualPage'

connectApp()
const server = startServer()
const mel = library.manual('H160', 'MEL')
const file = library.file('DMC-H160-A-25-00-00-00A-040A-A_en-US')

/** Everything is in view. */
class AllInView {
  readonly #onView: IntersectionObserverCallback
  constructor(onView: IntersectionObserverCallback) {
    this.#onView = onView
  }
  observe(target: Element) {
    const entry = { isIntersecting: true, target }
    queueMicrotask(() => Reflect.apply(this.#onView, undefined, [[entry], this]))
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', AllInView)
})

it('shows the changed modules of a manual, and ticks what was viewed', async () => {
  const asked: string[] = []
  const ticked: unknown[] = []
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/redline/default/H160/MEL'), ({ request }) => {
      asked.push(new URL(request.url).search)
      const viewed = ticked.length
      return HttpResponse.json({
        states: ['1', '2'],
        page: {
          items: [
            {
              path: file.path,
              title: 'Hoist',
              state: 'changed',
              oldVersion: '70',
              newVersion: '77',
              viewed: viewed > 0,
            },
          ],
          total: 1,
          pageNumber: 1,
          pageSize: 20,
        },
        counts: { new: 0, changed: 1, removed: 0, viewed },
        sections: [
          { id: 5, title: 'Equipment', count: 1, viewed },
          { id: 6, parent: 5, title: 'Rescue', count: 1, viewed },
        ],
      })
    }),
    http.get(at(`/view/compare/default${file.path}`), () =>
      HttpResponse.json({
        left: { file, draft: false },
        right: { file, draft: false },
        pages: [
          {
            html: '<article class="s1d-module"><p><del data-difference="0">Old</del></p></article>',
            truncated: false,
            references: [],
            figures: [],
            replaced: [],
          },
        ],
        sources: [],
        count: 1,
        differences: [],
        status: [],
        coarse: false,
      }),
    ),
    http.post(at('/redline/viewed'), async ({ request }) => {
      ticked.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderRoute(
    <ManualPage />,
    ['/library/:folderPath/:manualPath'],
    ada,
    '/library/H160/MEL?part=changes&v=working&with=oem',
  )
  expect(await screen.findByText('1 modules: 1 changed, 0 new, 0 removed; 0 viewed')).toHaveRole('status')
  const module = within(screen.getByRole('region', { name: 'Hoist' }))
  expect(await module.findByRole('deletion')).toHaveTextContent('Old')
  await user.click(module.getByRole('checkbox', { name: 'Viewed: Hoist' }))
  expect(await screen.findByText('1 modules: 1 changed, 0 new, 0 removed; 1 viewed')).toBeVisible()
  expect(ticked).toEqual([{ path: file.path, oldVersion: '70', newVersion: '77', viewed: true }])
  expect(module.queryByRole('deletion')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Rescue/ }))
  expect(asked.at(-1)).toContain('section=6')
})
