import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { File } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ContainersTab } from './ContainersTab'
import { ModulesTab } from './ModulesTab'
import { UnreferencedTab } from './UnreferencedTab'

connectApp()
const server = startServer()
const mel = library.manual('H160', 'MEL')
const bottle = library.file('DMC-H160-A-26-20-00-00A-00NA-D_en-US', {
  title: 'Bottle - Alternates',
  contentType: 'container',
})
const single = library.file('DMC-H160-A-26-20-00-00A-520A-A_en-US', { title: 'Single bottle - Removal' })

/** Answers the calls of the lists and remembers what each was asked. */
function holding(files: File[]) {
  const asked: Record<string, Record<string, string>[]> = { all: [], unreferenced: [], export: [] }
  const noting =
    (name: string, answer: () => HttpResponse<string> | ReturnType<typeof HttpResponse.json>) =>
    ({ request }: { request: Request }) => {
      asked[name]?.push(Object.fromEntries(new URL(request.url).searchParams))
      return answer()
    }
  const page = () => HttpResponse.json({ items: files, total: files.length, pageNumber: 1, pageSize: 10 })
  server.use(
    http.get(at('/sns/systemsOfManual'), () =>
      HttpResponse.json([{ code: '25', title: 'Equipment', modules: 3 }]),
    ),
    http.get(at('/csdb/dmType'), () => HttpResponse.json([{ code: 'descript', name: 'Description' }])),
    http.get(at('/revisions'), () => HttpResponse.json([library.oemRevision(1, 'confirmed')])),
    http.get(at('/dm/getAllDmListWithPage'), noting('all', page)),
    http.get(at('/dm/getUnRefDmListWithPage'), noting('unreferenced', page)),
    http.get(at('/dm/getContentDmsByContainer'), () => HttpResponse.json([single])),
    http.get(
      at('/dm/export'),
      noting('export', () => HttpResponse.text('code')),
    ),
  )
  return (name: string) => asked[name]?.at(-1)
}

const choose = (user: ReturnType<typeof renderPage>['user'], label: string, option: string) =>
  user.selectOptions(screen.getByRole('combobox', { name: label }), option)

/** Exports as CSV; what the file would be called. */
async function exported(user: ReturnType<typeof renderPage>['user']): Promise<string> {
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => undefined
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'As CSV' }))
  expect(await screen.findByText('List exported.')).toBeVisible()
  return names.join()
}

describe.each([
  { Tab: ModulesTab, list: 'all', file: 'MEL-all.csv', system: '25 Equipment (3)' },
  { Tab: UnreferencedTab, list: 'unreferenced', file: 'MEL-unreferenced.csv', system: '25 Equipment' },
  { Tab: ContainersTab, list: 'all', file: 'MEL-containers.csv', system: '25 Equipment', type: 'container' },
])('$Tab.name', ({ Tab, list, file, system, type }) => {
  it('is narrowed down and sorted by the server, and exported as it is shown', async () => {
    const last = holding([bottle])
    const { user, query } = renderPage(<Tab manual={mel} />, ada, '/?lane=oem&filter=bottle&page=1')
    expect(await screen.findByText('Bottle - Alternates')).toBeVisible()
    await choose(user, 'System (SNS)', system)
    await choose(user, 'Status', 'Draft')
    await choose(user, 'Language', 'zh-CN')
    if (!type) await choose(user, 'Content type', 'Description')
    await choose(user, 'Sort by', 'Issue date')
    const reverse = screen.getByRole('button', { name: 'Reverse order', pressed: false })
    await user.click(reverse)
    const rows = {
      manualPath: '/H160/MEL',
      lane: 'oem',
      keywordFilter: 'bottle',
      system: '25',
      statusFilter: 'Draft',
      language: 'zh-CN',
      contentType: type ?? 'descript',
      sort: 'issueDate',
      order: 'desc',
    }
    await waitFor(() => expect(last(list)).toEqual({ ...rows, pageNumber: '1', pageSize: '10' }))
    expect(reverse).toHaveAttribute('aria-pressed', 'true')
    expect(query().get('sort')).toBe('issueDate')
    expect(await exported(user)).toBe(file)
    expect(last('export')).toEqual({
      ...rows,
      shelf: list,
      format: 'csv',
      columns: 'code,title,contentType,issueNumber,inWork,issueDate,language,status',
    })
  })

  it('shows and exports the columns that are chosen', async () => {
    const last = holding([bottle])
    const { user } = renderPage(<Tab manual={mel} />, ada)
    await screen.findByText('Bottle - Alternates')
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Origin' }))
    expect(await screen.findByRole('columnheader', { name: 'Origin' })).toBeVisible()
    await exported(user)
    expect(last('export')?.columns).toContain('origin')
  })

  it('says that nothing passes its filters, and takes them away', async () => {
    const last = holding([])
    const { user } = renderPage(<Tab manual={mel} />, ada, '/?filter=nothing&status=Draft')
    expect(await screen.findByRole('heading', { name: 'No results for “nothing”' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(last(list)).not.toHaveProperty('keywordFilter'))
    expect(last(list)).not.toHaveProperty('statusFilter')
    expect(screen.getByRole('searchbox', { name: 'Code or title' })).toHaveValue('')
  })
})

describe('the containers', () => {
  it('stand there with the alternates they choose from', async () => {
    holding([bottle])
    renderPage(<ContainersTab manual={mel} />, ada)
    const card = within(await screen.findByRole('region', { name: 'Bottle - Alternates' }))
    expect(await card.findByRole('link', { name: 'Single bottle - Removal' })).toBeVisible()
    expect(card.getByRole('table', { name: 'Alternates of Bottle - Alternates' })).toBeVisible()
  })

  it('say what they are when there are none', async () => {
    holding([])
    renderPage(<ContainersTab manual={mel} />, ada)
    expect(await screen.findByRole('heading', { name: 'No containers' })).toBeVisible()
  })

  it('leave the search there when they cannot be listed', async () => {
    holding([])
    server.use(http.get(at('/dm/getAllDmListWithPage'), () => problem(400, 'invalid', 'Too long')))
    renderPage(<ContainersTab manual={mel} />, ada, '/?filter=long')
    expect(await screen.findByText('Too long')).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Code or title' })).toHaveValue('long')
  })
})
