import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SavedSearch, SearchAnswer, SearchRequest } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { file } from '@/testing/library'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { searchAnswer, searchItem } from '@/testing/search'
import { at, problem, startServer } from '@/testing/server'
import { media } from '@/testing/workspace'
import { SearchPage } from './SearchPage'
import { SearchView } from './SearchView'

connectApp()
const server = startServer(ada)

const pump = searchItem('DMC-H160-A-29-10-00-00A-520A-A_en-US')
const suggestions = [
  { kind: 'module', text: pump.title, code: pump.code, title: pump.title, path: pump.path },
  { kind: 'term', text: 'hydraulic' },
]

/** The last request. */
let asked: SearchRequest | undefined

function answering(answer: SearchAnswer) {
  server.use(
    http.post(at('/files/fts/default'), async ({ request }) => {
      asked = JSON.parse(await request.text())
      return HttpResponse.json(answer)
    }),
  )
}

beforeEach(() => {
  asked = undefined
  server.use(
    http.get(at('/csdb/dmType'), () => HttpResponse.json([{ code: 'proced', name: 'Procedure' }])),
    http.get(at('/files/fts/suggest'), () => HttpResponse.json(suggestions)),
  )
})

const open = (path: string) => renderPage(<SearchPage />, ada, path)
const offers = async () =>
  within(await screen.findByRole('listbox', { name: 'Suggestions' })).getAllByRole('option')
const field = () => screen.getByRole('combobox', { name: 'Search the library' })

describe('answers', () => {
  it('say who has checked a module out, but not beside an OEM revision', async () => {
    answering(searchAnswer([pump, { ...pump, lane: 'oem', revision: '2' }]))
    const held = { path: pump.path, checkedOutBy: 'paula', checkedOutOn: '2026-03-04T14:03:07' }
    server.use(http.get(at('/files/checkouts'), () => HttpResponse.json([held])))
    open('/search/index?search=hydraulic+pump')
    expect(await screen.findAllByText(/Checked out by paula since .*14:03/)).toHaveLength(1)
  })

  it('lead to the very paragraph and show what was found where', async () => {
    answering(searchAnswer([pump]))
    open('/search/index?search=hydraulic+pump')
    const link = await screen.findByRole('link', { name: 'Hydraulic pump - Removal' })
    expect(link).toHaveAttribute(
      'href',
      '#/library/H160/AMM?dm=DMC-H160-A-29-10-00-00A-520A-A_en-US&at=par-0002',
    )
    expect(screen.getByText('hydraulic pump', { selector: 'mark' })).toBeVisible()
    expect(within(screen.getByRole('list', { name: 'Results' })).getByText('Warning')).toBeVisible()
    expect(
      await screen.findByText('Procedure · English (United States) · Issue 003-00 · 2026/02/01 · Released'),
    ).toBeVisible()
    expect(screen.getByText('1 result')).toBeVisible()
    expect(field()).toHaveValue('hydraulic pump')
    expect(asked).toEqual({ searchText: 'hydraulic pump', pageNumber: 1, pageSize: 10 })
  })

  it('open the editor at the very paragraph', async () => {
    answering(searchAnswer([pump, { ...pump, path: `${pump.path}2`, lane: 'oem' }]))
    open('/search/index?search=hydraulic+pump')
    const [edit, ...others] = await screen.findAllByRole('link', { name: 'Edit' })
    expect(edit).toHaveAttribute('href', `#/editor?path=${encodeURIComponent(pump.path)}&at=par-0002`)
    expect(edit).toHaveAccessibleDescription('Hydraulic pump - Removal')
    expect(others, 'only the working version can be edited').toEqual([])
  })

  it('check the module out before they open the editor, and tell why it cannot be', async () => {
    answering(searchAnswer([pump]))
    const taken: string[] = []
    server.use(
      http.post(at(`/files/checkout/default${pump.path}`), () => {
        taken.push(pump.path)
        return taken.length === 1
          ? problem(409, 'file.already_checked_out', 'ben has checked this file out')
          : HttpResponse.json(file('DMC-H160-A-29-10-00-00A-520A-A_en-US'))
      }),
    )
    const { user, place } = open('/search/index?search=hydraulic+pump')
    const edit = await screen.findByRole('link', { name: 'Edit' })
    await user.click(edit)
    expect(await screen.findByText('ben has checked this file out')).toBeVisible()
    expect(place()).toContain('/search/index')
    await user.click(edit)
    await waitFor(() => expect(place()).toBe(`/editor?path=${encodeURIComponent(pump.path)}&at=par-0002`))
  })

  it('that are obsolete say so beside their title', async () => {
    answering(searchAnswer([{ ...pump, status: 'Obsolete' }]))
    open('/search/index?search=hydraulic+pump')
    expect(await screen.findByRole('heading', { name: /Hydraulic pump - Removal.*Obsolete/ })).toBeVisible()
  })

  it('are the illustration itself for its number, with the modules that use it', async () => {
    const icn = media('ICN-1.SVG', { path: '/H160/MULTIMEDIA/ICN-1.SVG', image: true, usedBy: 3 })
    answering(searchAnswer([], { media: [icn] }))
    server.use(http.get(at('/users/downloadToken'), () => HttpResponse.json({ token: 't' })))
    open('/search/index?search=ICN-1')
    const list = within(await screen.findByRole('list', { name: 'Media' }))
    expect(list.getByRole('link', { name: 'ICN-1.SVG' })).toHaveAttribute(
      'href',
      '#/library/H160/MULTIMEDIA?file=ICN-1.SVG',
    )
    expect(list.getByText(/Illustration/)).toBeVisible()
    expect(list.getByRole('link', { name: 'Used in 3 modules' })).toHaveAttribute(
      'href',
      '#/library/H160/MULTIMEDIA?file=ICN-1.SVG&part=uses',
    )
    expect(screen.getByText('1 result')).toBeVisible()
    expect(screen.queryByRole('heading', { name: /No results/ })).toBeNull()
  })

  it('of an OEM revision are read in that revision', async () => {
    answering(searchAnswer([{ ...pump, lane: 'oem', revision: '100' }]))
    open('/search/index?search=pump&lane=oem')
    const link = await screen.findByRole('link', { name: 'Hydraulic pump - Removal' })
    expect(link.getAttribute('href')).toContain('revision=100')
    expect(link.getAttribute('href')).not.toContain('lane=')
    expect(asked?.lane).toBe('oem')
  })

  it('of a moment are asked for by a dialog, say so, and lead to that moment', async () => {
    answering(searchAnswer([pump]))
    const { user, query } = open('/search/index?search=pump&lane=oem')
    await screen.findByRole('link', { name: pump.title })
    await user.click(screen.getByRole('button', { name: 'At a date…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Show at a date' }))
    await user.type(dialog.getByLabelText(/Date and time/), '2026-03-01T12:00')
    await user.click(dialog.getByRole('button', { name: 'Show' }))
    const asOf = new Date('2026-03-01T12:00').toISOString()
    await waitFor(() => expect(asked).toMatchObject({ searchText: 'pump', asOf }))
    expect(asked).not.toHaveProperty('lane')
    expect(await screen.findByText(/^Working version, as it was on 2026\/03\/01/)).toBeVisible()
    const link = screen.getByRole('link', { name: pump.title })
    expect(link.getAttribute('href')).toContain(`asOf=${encodeURIComponent(asOf)}`)
    expect(screen.queryByRole('link', { name: 'Edit' }), 'the text of then is not edited').toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show current' }))
    await waitFor(() => expect(query().get('asOf')).toBeNull())
    await waitFor(() => expect(asked).not.toHaveProperty('asOf'))
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeVisible()
  })

  it('say when typing errors were forgiven, when there are too many, and when the index is behind', async () => {
    answering(
      searchAnswer([pump], {
        total: 1234,
        capped: true,
        corrected: { from: 'hidraulic', to: 'hydraulic' },
        index: { state: 'catchingUp', behind: 7 },
      }),
    )
    open('/search/index?search=hidraulic')
    expect(await screen.findByText('Showing results for “hydraulic”')).toBeVisible()
    expect(screen.getByText('Only the first 500 results are listed')).toBeVisible()
    expect(screen.getByText(/7 pending changes/)).toBeVisible()
    expect(screen.getByText('1–10 of 500')).toBeVisible()
  })

  it('are missed with a way out', async () => {
    answering(searchAnswer([]))
    const { query } = open('/search/index?search=qqq&status=Draft')
    expect(await screen.findByRole('heading', { name: 'No results for “qqq”' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Include all revisions' }))
    await waitFor(() => expect(asked?.lane).toBe('all'))
    const all = screen.getAllByRole('button', { name: 'Clear all filters' })
    await userEvent.click(all[0] ?? document.body)
    await waitFor(() => expect(asked?.filters).toBeUndefined())
    expect(query().get('status')).toBeNull()
  })
})

it('shows at the field what is wrong with a question', async () => {
  const message = 'Character 6: the quotation mark is not closed. Example: "hydraulic pump"'
  const title = 'Invalid search query'
  server.use(
    http.post(at('/files/fts/default'), () =>
      HttpResponse.json({ title, detail: message, status: 400, code: 'search.syntax' }, { status: 400 }),
    ),
  )
  open('/search/index?search=pump+%22open')
  expect(await screen.findByText(message)).toBeVisible()
  expect(field()).toBeInvalid()
  expect(field()).toHaveAccessibleDescription(message)
})

it('says that the search failed and asks again', async () => {
  server.use(http.post(at('/files/fts/default'), () => problem(403, 'forbidden', 'You may not do that')))
  open('/search/index?search=pump')
  expect(await screen.findByText('You may not do that')).toBeVisible()
  answering(searchAnswer([pump]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: pump.title })).toBeVisible()
})

describe('the field', () => {
  it('offers words and modules, by keyboard alone', async () => {
    answering(searchAnswer([]))
    const { place } = renderPage(<SearchView />, ada, '/fts/index')
    await userEvent.type(field(), 'hyd')
    const options = await offers()
    expect(options.map((each) => each.textContent?.trim())).toEqual([
      `${pump.title} ${pump.code}`,
      'hydraulic',
    ])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(field()).toHaveAttribute('aria-activedescendant', options[1]?.id)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(asked?.searchText).toBe('hydraulic'))
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.clear(field())
    await userEvent.type(field(), 'pum')
    await offers()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(place()).toBe('/library/H160/AMM?dm=DMC-H160-A-29-10-00-00A-520A-A_en-US'))
  })

  it('says that the search input is empty and keeps the results', async () => {
    answering(searchAnswer([pump]))
    const { query } = open('/search/index?search=pump')
    await screen.findByRole('link', { name: pump.title })
    await userEvent.clear(field())
    await userEvent.keyboard(' {Enter}')
    expect(field()).toHaveAccessibleDescription('Search input is empty')
    expect(query().get('search')).toBe('pump')
    await userEvent.type(field(), 'v')
    expect(field()).not.toHaveAccessibleDescription()
  })

  it('searches for what is typed when nothing is chosen, and Escape takes the offers away', async () => {
    answering(searchAnswer([]))
    const { query } = open('/search/index?search=')
    await userEvent.type(field(), 'hyd')
    await offers()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(query().get('search')).toBe('hyd'))
  })
})

describe('what narrows down', () => {
  const values = [
    { value: 'H160', label: 'H160 helicopters', count: 12 },
    { value: 'NV240', label: 'NV240', count: 3 },
  ]

  it('is counted, chosen in any number, and part of the address', async () => {
    answering(searchAnswer([pump], { facets: [{ field: 'csdbName', values, capped: false }] }))
    const { query } = open('/search/index?search=pump&page=2')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'H160 helicopters 12' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'NV240 3' }))
    await waitFor(() => expect(asked?.filters).toMatchObject({ csdbName: ['H160', 'NV240'] }))
    expect(query().getAll('csdbName')).toEqual(['H160', 'NV240'])
    expect(query().get('page')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Database: H160 helicopters' }))
    await waitFor(() => expect(asked?.filters).toMatchObject({ csdbName: ['NV240'] }))
  })

  it('keeps a chosen value that no answer has', async () => {
    answering(searchAnswer([pump], { facets: [{ field: 'csdbName', values, capped: false }] }))
    open('/search/index?search=pump&csdbName=Gone')
    expect(await screen.findByRole('checkbox', { name: 'Gone 0' })).toBeChecked()
  })

  it('folds groups and shows long lists in part', async () => {
    const chapters = Array.from({ length: 13 }, (_, index) => ({
      value: String(20 + index),
      label: String(20 + index),
      count: 1,
    }))
    answering(searchAnswer([pump], { facets: [{ field: 'ataChapter', values: chapters, capped: false }] }))
    open('/search/index?search=pump')
    await userEvent.click(await screen.findByRole('button', { name: 'ATA chapter' }))
    expect(screen.queryByRole('checkbox', { name: '31 1' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show all 13' }))
    expect(screen.getByRole('checkbox', { name: '31 1' })).toBeVisible()
  })

  it('says when not all its values are listed', async () => {
    answering(searchAnswer([pump], { facets: [{ field: 'csdbName', values, capped: true }] }))
    open('/search/index?search=pump')
    expect(await screen.findByText(/^Only the 2 most frequent are listed/)).toBeVisible()
  })

  it('stands in a drawer too', async () => {
    answering(searchAnswer([pump], { facets: [{ field: 'csdbName', values, capped: false }] }))
    open('/search/index?search=pump')
    await screen.findByRole('link', { name: pump.title })
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
    const drawer = screen.getByRole('dialog', { name: 'Filters' })
    await userEvent.click(within(drawer).getByRole('checkbox', { name: 'NV240 3' }))
    await waitFor(() => expect(asked?.filters).toMatchObject({ csdbName: ['NV240'] }))
    await userEvent.click(within(drawer).getByRole('button', { name: 'Show 1 result' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('speaks of no best match where nothing was asked for', async () => {
  answering(searchAnswer([pump]))
  open('/search/index?search=')
  const order = screen.getByRole('combobox', { name: 'Sort by' })
  expect(order).toHaveDisplayValue('Newest')
  expect(within(order).queryByRole('option', { name: 'Best match' })).toBeNull()
  await userEvent.type(field(), 'pump{Enter}')
  await waitFor(() => expect(order).toHaveDisplayValue('Best match'))
})

it('orders anew from the first page', async () => {
  answering(searchAnswer([pump]))
  const { query } = open('/search/index?search=pump&page=2')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Newest')
  await waitFor(() => expect(asked).toMatchObject({ sort: 'newest', pageNumber: 1 }))
  expect(query().get('sort')).toBe('newest')
})

describe('saved searches', () => {
  const saved7: SavedSearch = {
    id: '7',
    name: 'Pumps',
    request: {},
    createdOn: '2026-03-04T05:06:07Z',
    shared: false,
    owner: 'ada',
  }

  it('of others can be opened, not changed; own ones can be shared', async () => {
    const all = [saved7, { ...saved7, id: '8', name: 'Valves', shared: true, owner: 'ben' }]
    let asked: unknown
    answering(searchAnswer([pump]))
    server.use(
      http.get(at('/users/searches'), () => HttpResponse.json(all)),
      http.put(at('/users/searches/7'), async ({ request }) => {
        asked = JSON.parse(await request.text())
        return HttpResponse.json({ ...saved7, shared: true })
      }),
    )
    open('/search/index?search=pump')
    await userEvent.click(await screen.findByRole('button', { name: 'Saved searches' }))
    expect(await screen.findByText(/Shared by ben$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit saved search Valves' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Edit saved search Pumps' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Share with all users' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked).toEqual({ name: 'Pumps', shared: true }))
  })

  it('are given another name, but none that another has', async () => {
    let name = 'Pumps'
    answering(searchAnswer([pump]))
    server.use(
      http.get(at('/users/searches'), () => HttpResponse.json([{ ...saved7, name }])),
      http.put(at('/users/searches/7'), async ({ request }) => {
        const asked = JSON.parse(await request.text()).name
        if (asked === 'Valves')
          return problem(409, 'search.name_taken', 'You already have a saved search with this name')
        name = asked
        return HttpResponse.json({ ...saved7, name })
      }),
    )
    open('/search/index?search=pump')
    await userEvent.click(await screen.findByRole('button', { name: 'Saved searches' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Edit saved search Pumps' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Edit saved search' }))
    const field = dialog.getByRole('textbox', { name: 'Name' })
    expect(field).toHaveValue('Pumps')
    await userEvent.clear(field)
    await userEvent.type(field, 'Valves{Enter}')
    expect(await dialog.findByText('You already have a saved search with this name')).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, ' Fuel pumps {Enter}')
    expect(await screen.findByRole('button', { name: 'Fuel pumps' })).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'Edit saved search' })).not.toBeInTheDocument()
  })

  it('are kept under a name, opened again and deleted', async () => {
    let saved: SavedSearch[] = []
    answering(searchAnswer([pump]))
    server.use(
      http.get(at('/users/searches'), () => HttpResponse.json(saved)),
      http.post(at('/users/searches'), async ({ request }) => {
        const body = JSON.parse(await request.text())
        saved = [{ ...saved7, ...body }]
        return HttpResponse.json(saved[0])
      }),
      http.delete(at('/users/searches/7'), () => {
        saved = []
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { query } = open('/search/index?search=pump&status=Draft&page=2')
    await screen.findByRole('link', { name: pump.title })
    await userEvent.click(screen.getByRole('button', { name: 'Save search' }))
    const name = screen.getByRole('textbox', { name: 'Name' })
    await userEvent.clear(name)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Enter a name')).toBeVisible()
    await userEvent.type(name, 'Draft pumps{Enter}')
    expect(await screen.findByText('“Draft pumps” saved.')).toBeVisible()
    expect(saved[0]?.request).toMatchObject({ searchText: 'pump', filters: { status: ['Draft'] } })

    await userEvent.clear(field())
    await userEvent.type(field(), 'valve{Enter}')
    await waitFor(() => expect(query().get('search')).toBe('valve'))
    await userEvent.click(screen.getByRole('button', { name: 'Saved searches' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Draft pumps' }))
    await waitFor(() => expect(query().toString()).toBe('search=pump&status=Draft'))

    await userEvent.click(screen.getByRole('button', { name: 'Saved searches' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete saved search Draft pumps' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No saved searches yet')).toBeVisible()
  })
})
