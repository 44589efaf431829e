import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Package } from '@/api/types'
import { currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import * as library from '@/testing/library'
import { bikeSummary, findingOf, packageOf } from '@/testing/packages'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { toastStore } from '@/ui/toasts'
import { ImportPage } from './ImportPage'

connectApp()
const server = startServer(ada)
const page = <Item,>(items: Item[], total = items.length) => ({ items, total, pageNumber: 1, pageSize: 20 })

const groups = {
  code: [
    { key: '1010', severity: 'block', count: 1, title: 'XML schema validation failure' },
    { key: '1011', severity: 'warn', count: 2, title: 'ICN file missing' },
  ],
  file: [
    { key: 'DMC-S1000DBIKE-AAA.XML', severity: 'warn', count: 3, title: '' },
    { key: '', severity: 'info', count: 1, title: 'The package as a whole' },
  ],
}

/** Serves one package and what the check found in it; remembers what was asked about findings. */
function serving(pack: Package) {
  const asked: Record<string, string>[] = []
  server.use(
    http.get(at('/packages'), () => HttpResponse.json(page([pack]))),
    http.get(at('/jobs/job-1'), () => HttpResponse.json(jobOf({ status: 'COMPLETED' }))),
    http.get(at('/packages/:id'), ({ params }) =>
      params.id === pack.id ? HttpResponse.json(pack) : problem(404, 'package.not_found', 'No such package'),
    ),
    http.get(at('/packages/p1/findings'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json(page([findingOf()]))
    }),
    http.get(at('/packages/p1/findings/groups'), ({ request }) => {
      const query = new URL(request.url).searchParams
      const all = groups[query.get('by') === 'file' ? 'file' : 'code']
      const severity = query.get('severity')
      return HttpResponse.json(severity ? all.filter((group) => group.severity === severity) : all)
    }),
  )
  return asked
}

beforeEach(() => {
  server.use(http.get(at('/csdb/manual'), () => HttpResponse.json([library.manual('H160', 'MEL')])))
})

describe('the list of packages', () => {
  it('shows each upload with its state and findings, and leads to its report', async () => {
    serving(packageOf({ state: 'imported', csdbName: 'H160', manualName: 'MEL' }))
    renderPage(<ImportPage />, ada, '/import/index')
    const row = within(await screen.findByRole('row', { name: /bike\.zip/ }))
    expect(row.getByRole('link', { name: 'bike.zip' })).toHaveAttribute('href', '#/import/index?package=p1')
    expect(row.getByRole('link', { name: '/H160/MEL' })).toHaveAttribute('href', '#/library/H160/MEL')
    expect(row.getByText('Imported')).toBeVisible()
    expect(row.getByText('2 advisories')).toBeInTheDocument()
    expect(row.getByText('1 remark')).toBeInTheDocument()
    expect(row.getByText('12.3 MB')).toBeVisible()
  })

  it('takes a dropped package into the upload dialog', async () => {
    serving(packageOf())
    renderPage(<ImportPage />, ada, '/import/index')
    const file = new File(['x'], 'new.zip')
    fireEvent.drop(screen.getByRole('group', { name: 'Drop ZIP packages here' }), {
      dataTransfer: { files: [file] },
    })
    expect(currentOverlay()).toEqual({ kind: 'upload', files: [file] })
  })

  it('says what to do while there is none', async () => {
    server.use(http.get(at('/packages'), () => HttpResponse.json(page([]))))
    renderPage(<ImportPage />, ada, '/import/index')
    expect(await screen.findByText('No packages yet')).toBeVisible()
  })

  it('lists those with open findings alone, until all are wanted', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.get(at('/packages'), ({ request }) => {
        const toMend = new URL(request.url).searchParams.get('toMend')
        asked.push(toMend)
        return HttpResponse.json(page(toMend ? [] : [packageOf()]))
      }),
    )
    const { user, query } = renderPage(<ImportPage />, ada, '/import/index?toMend=yes')
    expect(await screen.findByRole('heading', { name: 'No matching packages' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Show' })).toHaveDisplayValue('With open findings')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('link', { name: 'bike.zip' })).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'With open findings')
    expect(await screen.findByRole('heading', { name: 'No matching packages' })).toBeVisible()
    expect(query().get('toMend')).toBe('yes')
    expect(asked.slice(0, 2)).toEqual(['true', null])
  })

  it('deletes an upload after asking', async () => {
    serving(packageOf())
    const deleted: unknown[] = []
    server.use(
      http.delete(at('/packages/:id'), ({ params }) => {
        deleted.push(params.id)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = renderPage(<ImportPage />, ada, '/import/index')
    await user.click(await screen.findByRole('button', { name: 'Actions for bike.zip' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Operation successful!')).toBeVisible()
    expect(deleted).toEqual(['p1'])
  })

  it('lets a reader look, not act', async () => {
    serving(packageOf())
    const { user } = renderPage(<ImportPage />, rita, '/import/index')
    await user.click(await screen.findByRole('button', { name: 'Actions for bike.zip' }))
    expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument()
    for (const name of [/^Import…/, /^Check again/, /^Delete/]) {
      expect(screen.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
    }
  })
})

const board = '/import/index?package=p1'

describe('the findings board', () => {
  it('shows every finding by code, with file, line and remedy', async () => {
    const asked = serving(packageOf())
    const { user } = renderPage(<ImportPage />, ada, board)
    const list = await screen.findByRole('list', { name: 'Code' })
    expect(
      within(list)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['1010XML schema validation failureBlocking1', '1011ICN file missingAdvisory2'])
    await user.click(within(list).getByRole('button', { name: /1011/ }))
    const row = await screen.findByRole('row', { name: /ICN-C0419-X is missing/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([
      'DMC-S1000DBIKE-AAA.XML',
      '12',
      'DMC-S1000DBIKE-AAA.XML:12ICN-C0419-X is missingWhat to do: Ask the sender for it.',
    ])
    expect(asked).toEqual([{ code: '1011', pageNumber: '1', pageSize: '20' }])
  })

  it('groups by file, and lists one by one with a filter', async () => {
    const asked = serving(packageOf())
    const { user, query } = renderPage(<ImportPage />, ada, `${board}&view=file`)
    const list = await screen.findByRole('list', { name: 'File' })
    await user.click(within(list).getByRole('button', { name: /DMC-S1000DBIKE-AAA/ }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ file: 'DMC-S1000DBIKE-AAA.XML' }))
    await user.click(within(list).getByRole('button', { name: /Whole package/ }))
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ wholePackage: 'true', pageNumber: '1', pageSize: '20' }),
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'No grouping')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Severity' }), 'Advisory')
    await user.type(screen.getByRole('searchbox', { name: 'Search findings' }), 'ICN{Enter}')
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ severity: 'warn', keyword: 'ICN', pageNumber: '1', pageSize: '20' }),
    )
    expect(query().get('view')).toBe('all')
  })

  it('opens at the findings of one severity, one by one, by its address', async () => {
    const asked = serving(packageOf())
    renderPage(<ImportPage />, ada, `${board}&severity=block&view=all`)
    expect(await screen.findByText('1–1 of 1')).toBeVisible()
    expect(asked).toEqual([{ severity: 'block', pageNumber: '1', pageSize: '20' }])
    expect(screen.getByRole('combobox', { name: 'Severity' })).toHaveValue('block')
  })

  it('says when there are more files with findings than it lists', async () => {
    serving(packageOf())
    const file = (_: unknown, index: number) => ({
      key: `${index}.XML`,
      severity: 'warn',
      count: 1,
      title: '',
    })
    server.use(
      http.get(at('/packages/p1/findings/groups'), () =>
        HttpResponse.json(Array.from({ length: 1000 }, file)),
      ),
    )
    renderPage(<ImportPage />, ada, `${board}&view=file`)
    expect(await screen.findByText(/Only the 1,000 files with the most severe findings/)).toBeVisible()
  })

  it('says that findings block the import, and which', async () => {
    serving(packageOf({ state: 'blocked', counts: { block: 1, warn: 2, info: 0 } }))
    renderPage(<ImportPage />, ada, board)
    expect(await screen.findByText('This package cannot be imported: 1 blocking finding.')).toBeVisible()
    const reason = await screen.findByText('1010', { selector: '.im-reasons strong' })
    expect(reason.parentElement).toHaveTextContent('1010 XML schema validation failure (1)')
    await waitFor(() => expect(reason.parentElement).toHaveTextContent('ICN-C0419-X is missing'))
    expect(reason.parentElement).toHaveTextContent('What to do: Ask the sender for it.')
    expect(screen.getByRole('button', { name: 'Import…' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('shows the findings of what could not even be opened, which has no contents', async () => {
    serving(packageOf({ state: 'blocked', summary: undefined, counts: { block: 1, warn: 0, info: 0 } }))
    renderPage(<ImportPage />, ada, `${board}&tab=contents`)
    expect(await screen.findByRole('list', { name: 'Code' })).toBeVisible()
    expect(screen.getAllByRole('tab')).toHaveLength(1)
  })

  it('says when files were not checked against their schemas', async () => {
    serving(packageOf({ summary: { ...bikeSummary, xsd: 'partly', xsdIssues: ['4-1'] } }))
    renderPage(<ImportPage />, ada, board)
    expect(await screen.findByText('Some files were not checked against their XML schemas.')).toBeVisible()
    expect(screen.getByText('The files of S1000D issue 4.1 were checked.')).toBeVisible()
  })

  it('opens the importer when nothing blocks', async () => {
    serving(packageOf())
    const { user } = renderPage(<ImportPage />, ada, board)
    await user.click(await screen.findByRole('button', { name: 'Import…' }))
    expect(currentOverlay()).toEqual({ kind: 'import', jobId: 'job-1' })
  })

  it('has the package checked again', async () => {
    serving(packageOf({ state: 'failed' }))
    const jobs: unknown[] = []
    server.use(
      http.post(at('/jobs'), async ({ request }) => {
        jobs.push(await request.json())
        return HttpResponse.json(jobOf(), { status: 201 })
      }),
    )
    const { user } = renderPage(<ImportPage />, ada, board)
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    await waitFor(() =>
      expect(jobs).toEqual([
        { jobName: 'universalPreImport', parameterMap: { importPackage: '/uploads/u1/bike.zip' } },
      ]),
    )
    await waitFor(() => expect(toastStore.get().at(-1)?.text).toBe('The package is being checked.'))
  })

  it('says what is in the package', async () => {
    serving(packageOf())
    server.use(http.get(at('/csdb/dmType'), () => HttpResponse.json([{ code: 'proced', name: 'Procedure' }])))
    renderPage(<ImportPage />, ada, `${board}&tab=contents`)
    expect(await screen.findByText('93')).toBeVisible()
    const languages = 'English (United States), English (Canada)'
    for (const text of ['S1000D 4.1', languages, '009 · 2012/12/31', 'KC2ZZ', 'Mountain bike']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect((await screen.findByText('Procedure')).nextElementSibling).toHaveTextContent('40')
    expect(screen.getByText('PMC-S1000DBIKE-KZ666-00001-00')).toBeVisible()
  })

  it('compares with the manual that is chosen', async () => {
    serving(packageOf())
    const asked: Record<string, string>[] = []
    server.use(
      http.get(at('/packages/p1/comparison'), ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams))
        return HttpResponse.json({
          doubts: [],
          counts: { new: 4, changed: 3, unchanged: 96, removed: 1 },
          page: page([
            { key: 'DMC-A_en-US', title: 'Brakes', state: 'changed', oldIssue: '001', newIssue: '002' },
          ]),
        })
      }),
    )
    const { user } = renderPage(<ImportPage />, ada, `${board}&tab=comparison`)
    expect(await screen.findByText('Choose a manual to compare with')).toBeVisible()
    await screen.findByRole('option', { name: '/H160/MEL' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Manual' }), '/H160/MEL')
    const counts = await screen.findByRole('list', { name: 'Changes by this import' })
    await waitFor(() =>
      expect(
        within(counts)
          .getAllByRole('button')
          .map((each) => each.textContent),
      ).toEqual(['4New', '3Changed', '96Unchanged', '1Removed']),
    )
    await user.click(within(counts).getByRole('button', { name: /Changed/ }))
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ csdbName: 'H160', manualName: 'MEL', state: 'changed' }),
    )
    expect(within(counts).getByRole('button', { name: /Changed/ })).toHaveAttribute('aria-pressed', 'true')
    expect(within(counts).getByRole('button', { name: /New/ })).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getByRole('row', { name: /Changed DMC-A_en-US/ })).toHaveTextContent('Brakes001002')
  })

  const rows = [
    { key: 'DMC-A_en-US', title: 'Brakes', state: 'changed', oldIssue: '001', newIssue: '002' },
    { key: 'DMC-B_en-US', title: 'Wheels', state: 'new', newIssue: '2026-03-02T00:00:00Z' },
    { key: 'DMC-C_en-US', title: 'Bell', state: 'removed', oldIssue: '001' },
    { key: 'ICN-1.PNG', title: '', state: 'unchanged', oldIssue: '', newIssue: '' },
  ]
  const inMel = (key: string, revision: string) => `#/library/H160/MEL?dm=${key}&revision=${revision}`

  it.each([
    [
      'the revision it is held against',
      undefined,
      { 'DMC-A_en-US': inMel('DMC-A_en-US', '7'), 'DMC-C_en-US': inMel('DMC-C_en-US', '7') },
    ],
    [
      'the revision it became',
      { id: '8', number: 2, importedOn: '2026-03-02T10:00:00Z', complete: true },
      {
        'DMC-A_en-US': inMel('DMC-A_en-US', '8'),
        'DMC-B_en-US': inMel('DMC-B_en-US', '8'),
        'DMC-C_en-US': inMel('DMC-C_en-US', '7'),
        'Show differences': '#/library/H160/MEL?dm=DMC-A_en-US&part=compare&v=revision%3A7&with=revision%3A8',
      },
    ],
  ])('leads from each object into %s', async (_, imported, links) => {
    serving(packageOf({ csdbName: 'H160', manualName: 'MEL' }))
    server.use(
      http.get(at('/packages/p1/comparison'), () =>
        HttpResponse.json({
          doubts: [],
          imported,
          comparedWith: '7',
          counts: { new: 1, changed: 1, unchanged: 1, removed: 1 },
          page: page(rows),
        }),
      ),
    )
    renderPage(<ImportPage />, ada, `${board}&tab=comparison`)
    const table = within(await screen.findByRole('table'))
    await table.findByText('DMC-A_en-US')
    const found = table.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(Object.fromEntries(found)).toEqual({
      ...links,
      'ICN-1.PNG': '#/library/H160/MULTIMEDIA?file=ICN-1.PNG',
    })
    expect(table.getByText('2026/03/02')).toBeVisible()
  })

  it.each([
    ['/H160/MEL', 'H160', /^Checked against \/H160\/MEL\.$/],
    ['/H160/MEL', undefined, /^Checked against \/H160\/MEL\. An import checks the package again/],
    [undefined, undefined, /^An import checks the package again/],
  ])('says what it was checked against: %s, imported into %s', async (checkedAgainst, csdbName, text) => {
    const manualName = csdbName && 'MEL'
    serving(packageOf({ csdbName, manualName, summary: { ...bikeSummary, checkedAgainst } }))
    renderPage(<ImportPage />, ada, board)
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('compares with the manual that the importer proposes, until another is chosen', async () => {
    serving(packageOf())
    const outputMap = { csdbName: 'H160', manualName: 'MEL' }
    server.use(
      http.get(at('/jobs/job-1'), () => HttpResponse.json(jobOf({ status: 'COMPLETED', outputMap }))),
      http.get(at('/packages/p1/comparison'), () =>
        HttpResponse.json({
          doubts: [],
          counts: { new: 4, changed: 3, unchanged: 96, removed: 1 },
          page: page([]),
        }),
      ),
    )
    renderPage(<ImportPage />, ada, `${board}&tab=comparison`)
    expect(await screen.findByRole('button', { name: /96/ })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Manual' })).toHaveValue('/H160/MEL')
  })

  it('tells of an imported package what its import did', async () => {
    serving(packageOf({ state: 'imported', csdbName: 'H160', manualName: 'MEL' }))
    server.use(
      http.get(at('/packages/p1/comparison'), ({ request }) => {
        const isOfImport = new URL(request.url).searchParams.get('moment') === 'import'
        return HttpResponse.json({
          doubts: [],
          ...(isOfImport && {
            imported: { number: 2, importedOn: '2026-03-02T10:00:00Z', complete: true },
          }),
          counts: { new: 4, changed: 95, unchanged: 0, removed: 5 },
          page: page([]),
        })
      }),
    )
    renderPage(<ImportPage />, ada, `${board}&tab=comparison`)
    expect(
      await screen.findByText(/^Imported on 2026\/03\/0\d .* into \/H160\/MEL as revision 2;/),
    ).toBeVisible()
    expect(screen.getByText('Changes by this import')).toBeVisible()
  })

  it('takes the findings along as a file', async () => {
    serving(packageOf())
    const formats: string[] = []
    server.use(
      http.get(at('/packages/p1/findings/export'), ({ request }) => {
        formats.push(new URL(request.url).search)
        return HttpResponse.text('code')
      }),
    )
    URL.createObjectURL = () => 'blob:1'
    URL.revokeObjectURL = () => undefined
    const { user } = renderPage(<ImportPage />, ada, `${board}&severity=warn`)
    for (const name of ['As CSV', 'As Excel (XLSX)']) {
      await user.click(await screen.findByRole('button', { name: 'Export' }))
      await user.click(screen.getByRole('menuitem', { name }))
    }
    await waitFor(() => expect(formats).toEqual(['?format=csv&severity=warn', '?format=xlsx&severity=warn']))
  })

  it('says when there is no such package', async () => {
    serving(packageOf())
    renderPage(<ImportPage />, ada, '/import/index?package=gone')
    expect(await screen.findByText('No such package')).toBeVisible()
  })
})
