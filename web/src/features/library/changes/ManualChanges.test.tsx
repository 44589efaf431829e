import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ManualPage } from '../manual/ManualPage'

connectApp()
const server = startServer()
const mel = library.manual('H160', 'MEL')
const file = library.file('DMC-H160-A-25-00-00-00A-040A-A_en-US')

/** The accessible names of the modules that are near the window; undefined for the end of the list. */
const inView = new Set<string | undefined>()

class NamedInView {
  readonly #onView: IntersectionObserverCallback
  constructor(onView: IntersectionObserverCallback) {
    this.#onView = onView
  }
  observe(target: Element) {
    const isIntersecting = inView.has(target.getAttribute('aria-label') ?? undefined)
    const entry = { isIntersecting, target }
    queueMicrotask(() => Reflect.apply(this.#onView, undefined, [[entry], this]))
  }
  disconnect() {}
}

beforeEach(() => {
  inView.clear()
  inView.add('Hoist')
  vi.stubGlobal('IntersectionObserver', NamedInView)
})

const counts = { new: 0, changed: 1, removed: 0, pictures: 0, viewed: 0 }

const compared = {
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
}

function openChanges(more = '') {
  const start = `/library/H160/MEL?part=changes&v=working&with=oem${more}`
  return renderRoute(<ManualPage />, ['/library/:folderPath/:manualPath'], ada, start)
}

it('shows the changed modules of a manual, and ticks what was viewed', async () => {
  const asked: string[] = []
  const redlined: string[] = []
  const ticked: unknown[] = []
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/redline/default/H160/MEL'), ({ request }) => {
      asked.push(new URL(request.url).search)
      const module = { path: file.path, title: 'Hoist', state: 'changed', section: 6, viewed: false }
      return HttpResponse.json({
        states: ['1', '2'],
        page: {
          items: [{ ...module, oldVersion: '70', newVersion: '77' }],
          total: 1,
          pageNumber: 1,
          pageSize: 100,
        },
        counts,
        sections: [
          { id: 5, title: 'Equipment', count: 1, viewed: 0 },
          { id: 6, parent: 5, title: 'Rescue', count: 1, viewed: 0 },
        ],
        contents: {
          count: 1,
          listed: [{ kind: 'added', title: 'Hoist', around: ['Rescue', 'Equipment'], inside: 0 }],
        },
      })
    }),
    http.get(at(`/view/compare/default${file.path}`), ({ request }) => {
      redlined.push(new URL(request.url).search)
      return HttpResponse.json(compared)
    }),
    http.post(at('/redline/viewed'), async ({ request }) => {
      ticked.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = openChanges()
  const counted = '1 module: 1 changed, 0 new, 0 removed, 0 with new images only; 0 viewed'
  expect(await screen.findByText(counted)).toHaveRole('status')
  expect(screen.getByText('Added: Hoist', { exact: false })).toHaveTextContent('Rescue › Equipment')
  const module = within(screen.getByRole('region', { name: 'Hoist' }))
  expect(await module.findByRole('deletion')).toHaveTextContent('Old')
  expect(redlined).toEqual(['?left=revision%3A1&right=revision%3A2&layout=one'])
  await user.click(module.getByRole('checkbox', { name: 'Viewed: Hoist' }))
  expect(await screen.findByText(counted.replace('0 viewed', '1 viewed'))).toBeVisible()
  expect(ticked).toEqual([{ path: file.path, oldVersion: '70', newVersion: '77', viewed: true }])
  expect(module.queryByRole('deletion')).toBeNull()
  expect(screen.getByRole('button', { name: /^Equipment/ })).toHaveTextContent('1 of 1 viewed')
  expect(asked).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /^Rescue/ }))
  await waitFor(() => expect(asked.at(-1)).toContain('section=6'))
  await user.click(await screen.findByRole('button', { name: 'All sections' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'All sections' })).toBeNull())
  await user.selectOptions(screen.getByRole('combobox', { name: 'What differs' }), 'Status only')
  await waitFor(() => expect(asked.at(-1)).toContain('content=false'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Change marks' }), 'Changes without a mark')
  await waitFor(() => expect(asked.at(-1)).toContain('marked=false'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Change marks' }), 'Marks without a change')
  await waitFor(() => expect(asked.at(-1)).toContain('needlessMarks=true'))
  expect(asked.at(-1)).not.toContain('marked=')
})

it('reads on at the end of the list, and compares only what is in view', async () => {
  inView.add(undefined)
  const asked: URLSearchParams[] = []
  const others = ['Winch', 'Litter'].map((title) => ({
    ...library.file(`DMC-H160-A-25-00-00-00A-04${title.length}A-A_en-US`),
    title,
  }))
  const row = ({ path, title }: { path: string; title: string }, state: string) => ({
    path,
    title,
    state,
    viewed: false,
    oldVersion: state === 'new' ? undefined : '70',
    newVersion: state === 'changed' ? '77' : '70',
  })
  const [winch, litter] = others
  if (!winch || !litter) throw new Error('two modules')
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/redline/default/H160/MEL'), ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      const after = query.get('after')
      const items = after
        ? [row(winch, 'changed'), row(litter, 'new')]
        : [row({ ...file, title: 'Hoist' }, 'unchanged')]
      return HttpResponse.json({
        states: ['1', '2'],
        page: { items, total: after ? 2 : 3, pageNumber: 1, pageSize: 100 },
        counts: { ...counts, new: 1, pictures: 1 },
        sections: [],
        contents: { count: 0, listed: [] },
      })
    }),
    http.get(at(`/view/compare/default${file.path}`), () => HttpResponse.json(compared)),
  )
  openChanges()
  const hoist = within(await screen.findByRole('region', { name: 'Hoist' }))
  expect(hoist.getByText('Only images')).toBeVisible()
  expect(await hoist.findByRole('deletion')).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Winch' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Litter' })).toBeVisible()
  expect(asked.map((query) => [query.get('left'), query.get('after')])).toEqual([
    ['working', null],
    ['revision:1', file.path],
  ])
})

it('draws a new and a removed module in its own state', async () => {
  inView.add('Winch')
  const redlined: string[] = []
  const row = { path: file.path, viewed: false }
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/redline/default/H160/MEL'), () => {
      const items = [
        { ...row, title: 'Hoist', state: 'new', newVersion: '77' },
        { ...row, path: `${file.path}.2`, title: 'Winch', state: 'removed', oldVersion: '70' },
      ]
      return HttpResponse.json({
        states: ['1', '2'],
        page: { items, total: 2, pageNumber: 1, pageSize: 100 },
        counts,
        sections: [],
        contents: { count: 0, listed: [] },
      })
    }),
    http.get(at('/view/compare/default/H160/MEL/:key'), ({ request }) => {
      redlined.push(new URL(request.url).search)
      return HttpResponse.json({ ...compared, count: 0, pages: [{ ...compared.pages[0], html: whole }] })
    }),
  )
  const whole = '<article class="s1d-module"><p>Lower the hook.</p></article>'
  openChanges()
  const added = within(await screen.findByRole('region', { name: 'Hoist' }))
  expect(await added.findByText('Lower the hook.')).toBeVisible()
  expect(added.getByText('The whole text is new.')).toBeVisible()
  const removed = within(screen.getByRole('region', { name: 'Winch' }))
  expect(await removed.findByText('Lower the hook.')).toBeVisible()
  expect(removed.getByText(/The whole text is removed/)).toBeVisible()
  expect(redlined.sort()).toEqual([
    '?left=revision%3A1&right=revision%3A1&layout=one',
    '?left=revision%3A2&right=revision%3A2&layout=one',
  ])
})

it('ticks a module whose images alone changed', async () => {
  const ticked: unknown[] = []
  const pictures = [{ oldVersion: '7', newVersion: '8' }]
  const versions = { oldVersion: '70', newVersion: '70' }
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/redline/default/H160/MEL'), () => {
      const module = { path: file.path, title: 'Hoist', state: 'unchanged', viewed: false }
      return HttpResponse.json({
        states: ['1', '2'],
        page: { items: [{ ...module, ...versions, pictures }], total: 1, pageNumber: 1, pageSize: 100 },
        counts: { ...counts, changed: 0, pictures: 1 },
        sections: [],
        contents: { count: 0, listed: [] },
      })
    }),
    http.get(at(`/view/compare/default${file.path}`), () => HttpResponse.json(compared)),
    http.post(at('/redline/viewed'), async ({ request }) => {
      ticked.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = openChanges()
  const box = await screen.findByRole('checkbox', { name: 'Viewed: Hoist' })
  await user.click(box)
  await waitFor(() => expect(box).toBeChecked())
  await waitFor(() => expect(ticked).toEqual([{ path: file.path, ...versions, pictures, viewed: true }]))
})

it('tells a module apart whose status alone changed', async () => {
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/redline/default/H160/MEL'), () => {
      const module = { path: file.path, title: 'Hoist', state: 'changed', viewed: false }
      const items = [{ ...module, oldVersion: '70', newVersion: '77' }]
      return HttpResponse.json({
        states: ['1', '2'],
        page: { items, total: 1, pageNumber: 1, pageSize: 100 },
        counts,
        sections: [],
        contents: { count: 0, listed: [] },
      })
    }),
    http.get(at(`/view/compare/default${file.path}`), () => {
      const issue = {
        kind: 'value',
        place: '',
        subject: 'Issue',
        old: '001-00',
        new: '002-00',
        certain: true,
      }
      return HttpResponse.json({ ...compared, count: 0, status: [issue] })
    }),
  )
  openChanges()
  const module = within(await screen.findByRole('region', { name: 'Hoist' }))
  expect(await module.findByText('Status only')).toBeVisible()
  expect(module.getByText(/002-00/)).toBeVisible()
  expect(module.queryByRole('deletion')).toBeNull()
})

it('lists the changes of one aircraft', async () => {
  const asked: string[] = []
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/view/choices/default/H160/MEL'), () =>
      HttpResponse.json({
        aircraft: [
          { registration: 'QZ-HAA', serialNumber: '1', model: 'H160-B', operator: 'A', assigns: [] },
        ],
        products: [],
        properties: [],
      }),
    ),
    http.get(at('/redline/default/H160/MEL'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({
        states: ['1', '2'],
        page: { items: [], total: 0, pageNumber: 1, pageSize: 100 },
        counts,
        sections: [],
        contents: { count: 0, listed: [] },
      })
    }),
  )
  const { user } = openChanges()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Aircraft' }), 'QZ-HAA')
  await waitFor(() => expect(asked.at(-1)).toContain('aircraft=QZ-HAA'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Applicability' }), 'Changed')
  await waitFor(() => expect(asked.at(-1)).toContain('applicability=true'))
})

it('names the aircraft of a link, and says that the others could not be loaded', async () => {
  const asked: string[] = []
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/view/choices/default/H160/MEL'), () => problem(403, 'forbidden', 'Not allowed')),
    http.get(at('/redline/default/H160/MEL'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({
        states: ['1', '2'],
        page: { items: [], total: 0, pageNumber: 1, pageSize: 100 },
        counts,
        sections: [],
        contents: { count: 0, listed: [] },
      })
    }),
  )
  openChanges('&tail=QZ-HAD')
  expect(await screen.findByText('The aircraft could not be loaded')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Aircraft' })).toHaveValue('QZ-HAD')
  await waitFor(() => expect(asked.at(-1)).toContain('aircraft=QZ-HAD'))
})
