import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { ForecastModule, RevisionDetail, RevisionForecast, RevisionTodo } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import { ada, paula, rita } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import {
  openTodo,
  revisionDecision,
  revisionDetail,
  revisionForecast,
  revisionTodo,
} from '@/testing/revisions'
import { at, problem, startServer } from '@/testing/server'
import { RevisionPage } from './RevisionPage'

connectApp()
const server = startServer(ada)

const page = <Item,>(items: Item[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 10 })
const routes = ['/revisions/:revisionId', '/revisions/:revisionId/todos/:todoId']
const show = (search = '', me = paula) => renderRoute(<RevisionPage />, routes, me, `/revisions/200${search}`)

const forecastModule = (more: Partial<ForecastModule>): ForecastModule => ({
  path: '/H160/MEL/DMC-H160-A-25-00-01-00A-040A-A_en-US.XML',
  title: 'Hoist',
  kind: 'dm',
  change: 'content',
  isMoved: false,
  isCustomised: false,
  isElsewhere: false,
  isClean: false,
  conflicts: 0,
  adopted: 0,
  unmarked: 0,
  markedWithoutChange: 0,
  moreRestrictive: 0,
  lessRestrictive: 0,
  toBeJudged: 0,
  changeRequests: [],
  openComments: 0,
  isCheckedOut: false,
  oldVersion: '70',
  newVersion: '71',
  ...more,
})

function serving(detail: Partial<RevisionDetail> = {}, forecast: Partial<RevisionForecast> = {}) {
  const jobs: unknown[] = []
  server.use(
    http.get(at('/revisions/200'), () => HttpResponse.json(revisionDetail(detail))),
    http.get(at('/revisions/200/forecast'), () => HttpResponse.json(revisionForecast(forecast))),
    http.get(at('/revisions/200/forecast/requirements'), () =>
      HttpResponse.json([
        {
          id: 'p1',
          policyItemId: 'i1',
          policyItemPath: '/c1/i1',
          policyItemCode: 'ORO.1',
          title: 'Fuel pumps',
          status: 'compliant',
          state: 'current',
          path: '/H160/MEL/DMC-H160-A-28-00-00-00A-040A-A_en-US.XML',
          quote: 'The pump sits in a cartridge.',
        },
      ]),
    ),
    http.post(at('/jobs'), async ({ request }) => {
      jobs.push(await request.json())
      return HttpResponse.json(jobOf({ jobName: 'confirmOemAta2300' }))
    }),
  )
  return jobs
}

const revision = { csdbName: 'H160', manualName: 'MEL', revision: '200' }

describe('a pending revision', () => {
  it('shows its forecast as counts that lead to their lists', async () => {
    serving()
    show()
    expect(await screen.findByRole('heading', { level: 1, name: 'MEL, OEM revision 2' })).toBeVisible()
    const oem = within(await screen.findByRole('table', { name: 'Changes of the OEM' }))
    expect(oem.getByRole('link', { name: '4: Content changed' })).toHaveAttribute(
      'href',
      '#/revisions/200?tab=forecast&category=content',
    )
    expect(oem.queryByRole('link', { name: /Deleted/ })).toBeNull()
    const touched = within(screen.getByRole('table', { name: 'Also affected' }))
    expect(touched.getByRole('row', { name: /Open comments/ })).toHaveTextContent('5')
    expect(touched.getAllByRole('link')).toEqual([touched.getByRole('link', { name: '5: Open comments' })])
  })

  it('tells how far the comparison is', async () => {
    serving({}, { isComplete: false, compared: 3, aircraft: undefined })
    show()
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    expect(screen.getByText('3 of 12 modules compared')).toBeVisible()
    const touched = within(screen.getByRole('table', { name: 'Also affected' }))
    expect(touched.getByRole('row', { name: /Aircraft/ })).toHaveTextContent('Counting…')
  })

  it('lists the modules behind a count', async () => {
    serving()
    const module = forecastModule({
      isMoved: true,
      isCustomised: true,
      conflicts: 2,
      unmarked: 1,
      lessRestrictive: 1,
      changeRequests: [7],
      openComments: 2,
    })
    server.use(
      http.get(at('/revisions/200/forecast/modules'), ({ request }) =>
        HttpResponse.json(page(request.url.includes('category=conflicts') ? [module] : [])),
      ),
    )
    show('?category=conflicts')
    expect(await screen.findByRole('link', { name: 'Hoist' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-H160-A-25-00-01-00A-040A-A_en-US&part=compare&v=70&with=71',
    )
    const row = within(screen.getByRole('row', { name: /Hoist/ }))
    for (const chip of [
      'Content',
      'Moved',
      '2 conflicts',
      '1 unmarked change',
      '1 point above the MMEL',
      'Change request #7',
      '2 open comments',
    ]) {
      expect(row.getByText(chip)).toBeVisible()
    }
    expect(row.getByRole('link', { name: 'Preview the merge of Hoist' })).toHaveAttribute(
      'href',
      '#/revisions/200/preview?path=%2FH160%2FMEL%2FDMC-H160-A-25-00-01-00A-040A-A_en-US.XML',
    )
  })

  it('is confirmed with a note, after its cost was told', async () => {
    const jobs = serving()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Confirm revision 2 of MEL' }))
    expect(await dialog.findByText('1 edited module merges without conflicts.')).toBeVisible()
    expect(dialog.getByText('1 module has conflicts and becomes a to-do.')).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'As discussed')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Task started.')).toBeVisible()
    expect(jobs).toEqual([
      { jobName: 'confirmOemAta2300', parameterMap: { ...revision, note: 'As discussed' } },
    ])
  })

  it('is rejected with a reason only, and warns about a MEL', async () => {
    const jobs = serving()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('A more restrictive MMEL must be followed')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByText('Enter a reason')).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Other fleet')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(jobs).toEqual([{ jobName: 'rejectOem', parameterMap: { ...revision, reason: 'Other fleet' } }])
  })

  it('keeps the dialog open when another controller was faster', async () => {
    serving()
    server.use(
      http.post(at('/jobs'), () => problem(409, 'revision.not_waiting', 'The revision has been decided')),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Other fleet')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByText('The revision has been decided')).toBeVisible()
    expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Other fleet')
  })

  it('is decided by approvers only', async () => {
    serving({ mayDecide: false })
    const { user } = show('', rita)
    const confirm = await screen.findByRole('button', { name: 'Confirm' })
    expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await user.hover(confirm)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Only approvers of this manual can do this')
  })

  it('has no to-dos before it is confirmed', async () => {
    serving()
    show('?tab=todos')
    expect(await screen.findByText('No to-dos yet')).toBeVisible()
  })
})

describe('a confirmed revision', () => {
  const confirmed = { state: 'confirmed', todos: { open: 2, done: 1, mine: 1 } } as const
  const todos = [
    revisionTodo('1', { owner: { account: 'arthur', name: 'Arthur' }, dueOn: '2026-01-05', isOverdue: true }),
    revisionTodo('2', { reason: 'deletedByOem', conflicts: 0 }),
    revisionTodo('3', { reason: 'merged', state: 'done', conflicts: 0 }),
  ]

  function servingTodos(items: RevisionTodo[] = todos, detail: Partial<RevisionDetail> = {}) {
    const jobs = serving({ ...confirmed, ...detail })
    const asked: string[] = []
    const sent: unknown[] = []
    server.use(
      http.get(at('/revisions/200/todos'), ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json(page(items))
      }),
      http.get(at('/revisions/200/people'), () => HttpResponse.json([{ account: 'arthur', name: 'Arthur' }])),
      http.put(at('/revisions/200/todos/:todo'), async ({ request, params }) => {
        sent.push([params.todo, await request.json()])
        return params.todo === '2'
          ? problem(409, 'changed_meanwhile', 'Changed meanwhile')
          : HttpResponse.json(todos[0])
      }),
      http.put(at('/revisions/200/todos/:todo/done'), async ({ request, params }) => {
        sent.push([params.todo, await request.json()])
        return HttpResponse.json({ ...todos[0], state: 'done' })
      }),
    )
    return { jobs, asked, sent }
  }

  it('lists its to-dos with reason, owner and due date', async () => {
    servingTodos()
    show()
    expect(await screen.findByRole('link', { name: 'Module 1' })).toHaveAttribute(
      'href',
      '#/revisions/200/todos/1',
    )
    expect(screen.getByText('2 open, 1 done, 1 open assigned to you')).toBeVisible()
    const first = within(screen.getByRole('row', { name: /Module 1/ }))
    for (const text of ['Conflicts', '2 conflicts', 'Arthur', 'Overdue']) {
      expect(first.getByText(text)).toBeVisible()
    }
    expect(within(screen.getByRole('row', { name: /Module 3/ })).getByText('Done')).toBeVisible()
  })

  it('filters them', async () => {
    const { asked } = servingTodos()
    const { user, query } = show()
    await screen.findByRole('link', { name: 'Module 1' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Open')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'Assigned to me')
    await waitFor(() => expect(asked.at(-1)).toContain('state=open&owner=me'))
    expect(query().get('owner')).toBe('me')
  })

  it('marks one as done on the version that was read', async () => {
    const { sent } = servingTodos()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Mark done: Module 1' }))
    expect(await screen.findByText('Marked as done.')).toBeVisible()
    expect(sent).toEqual([['1', { done: true, version: 1 }]])
  })

  it('marks the chosen ones as done in one task, without those that are done', async () => {
    const { jobs } = servingTodos()
    const { user } = show()
    await screen.findByRole('link', { name: 'Module 1' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Mark done' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Mark 2 to-dos as done' }))
    await user.click(dialog.getByRole('button', { name: 'Mark done' }))
    expect(await screen.findByText('Task started.')).toBeVisible()
    expect(jobs).toEqual([{ jobName: 'batchMarkDone', parameterMap: { ...revision, todos: ['1', '2'] } }])
  })

  it('marks all as done', async () => {
    const { jobs } = servingTodos()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Mark all done' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Mark all done' }))
    expect(await screen.findByText('Task started.')).toBeVisible()
    expect(jobs).toEqual([{ jobName: 'markAllOemChangeFileDone', parameterMap: revision }])
  })

  it('assigns several, and names those that were refused', async () => {
    const { sent } = servingTodos()
    const { user } = show()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Module 1' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Module 2' }))
    await user.click(screen.getByRole('button', { name: 'Assign' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Assign 2 to-dos' }))
    await user.click(dialog.getByRole('button', { name: 'Assign to me' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('1 to-do was not changed')).toBeVisible()
    expect(dialog.getByText('Module 2: Changed meanwhile')).toBeVisible()
    expect(sent).toEqual([
      ['1', { owner: 'paula', version: 1 }],
      ['2', { owner: 'paula', version: 1 }],
    ])
  })

  it('assigns one on the version that was read, whatever is polled meanwhile', async () => {
    const { sent } = servingTodos()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Assign: Module 1' }))
    const dialog = within(screen.getByRole('dialog'))
    const [first, ...others] = todos
    if (!first) throw new Error('There is a first one')
    server.use(
      http.get(at('/revisions/200/todos'), () =>
        HttpResponse.json(page([{ ...first, title: 'Renamed', version: 2 }, ...others])),
      ),
    )
    await act(() => queryClient.invalidateQueries({ queryKey: keys.oemHistory }))
    expect(await screen.findByRole('link', { name: 'Renamed' })).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'Ask the OEM')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([['1', { note: 'Ask the OEM', version: 1 }]]))
  })

  it('restores one module or all', async () => {
    const { jobs } = servingTodos()
    server.use(http.get(at('/revisions/200/todos/1'), () => HttpResponse.json(openTodo({ isEdited: true }))))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Restore airline version of Module 1' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText(/These edits are removed from the working version/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Undo confirmation' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo confirmation' }))
    await waitFor(() => expect(jobs).toHaveLength(2))
    expect(jobs).toEqual([
      {
        jobName: 'restoreAirline',
        parameterMap: { ...revision, path: todos[0]?.path, workingVersion: '73' },
      },
      { jobName: 'restoreAirline', parameterMap: revision },
    ])
  })

  it('restores one module that only moved forward', async () => {
    const { jobs } = servingTodos()
    const forwarded = forecastModule({ oldVersion: '70', newVersion: '71', ourVersion: '71' })
    const edited = { ...forwarded, path: '/H160/MEL/DMC-2.XML', title: 'Winch', ourVersion: '75' }
    const back = { ...forwarded, path: '/H160/MEL/DMC-3.XML', title: 'Litter', ourVersion: '70' }
    server.use(
      http.get(at('/revisions/200/forecast/modules'), () =>
        HttpResponse.json(page([forwarded, edited, back])),
      ),
    )
    const { user } = show('?tab=forecast&category=content')
    await user.click(await screen.findByRole('button', { name: 'Restore airline version of Hoist' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Restore airline version: Hoist' }))
    expect(dialog.queryByText(/merged by the confirmation or edited/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Restore airline version of Winch' }))
    expect(await screen.findByText(/merged by the confirmation or edited/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Restore airline version of Litter' })).toBeNull()
    const parameterMap = { ...revision, path: forwarded.path, workingVersion: '71' }
    expect(jobs).toEqual([{ jobName: 'restoreAirline', parameterMap }])
  })

  it('tells what was decided', async () => {
    servingTodos([])
    const decided = [revisionDecision('1', { kind: 'resolved', path: '/H160/MEL/DMC-1.XML' })]
    server.use(http.get(at('/revisions/decisions'), () => HttpResponse.json(page(decided))))
    show('?tab=decisions')
    expect(await screen.findByRole('link', { name: 'DMC-1' })).toBeVisible()
    expect(screen.getByText('Resolved')).toBeVisible()
  })

  it('leads from a message to its to-do', async () => {
    servingTodos()
    const { place } = show('?todo=7')
    await waitFor(() => expect(place()).toBe('/revisions/200/todos/7'))
  })
})
