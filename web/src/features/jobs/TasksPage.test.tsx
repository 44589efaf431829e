import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { Job } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { jobError, jobOf } from '@/testing/jobs'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { TasksPage } from './TasksPage'

connectApp()
const server = startServer(ada)

/** Answers list and single reads with these jobs and remembers what was asked. */
function serving(jobs: Job[], total = jobs.length) {
  const asked: unknown[] = []
  server.use(
    http.post(at('/airline/jobs/getJobsWithPage'), async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ items: jobs, total, pageNumber: 1, pageSize: 10 })
    }),
    http.get(at('/jobs/:id'), ({ params }) => {
      const job = jobs.find(({ id }) => id === params.id)
      return job ? HttpResponse.json(job) : problem(404, 'job.not_found', 'There is no such task')
    }),
  )
  return asked
}

const failed = jobOf({
  id: 'f1',
  status: 'FAILED',
  startedOn: '2026-03-04T05:06:08Z',
  endedOn: '2026-03-04T05:07:09Z',
  packageId: 'p1',
  errorList: [jobError('The package has errors', 'job.failed.package', jobError('DMC-A.xml, line 7'))],
})
const done = jobOf({
  id: 'd1',
  jobName: 'downloadComplianceReportJob',
  kind: null,
  status: 'COMPLETED',
  folder: '/H160/MEL',
  createdBy: 'ben',
  artifacts: [{ fileName: 'report.csv', size: 1500, mediaType: 'text/csv' }],
})

const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('the list of tasks', () => {
  it('shows every job with name, kind, folder, status, who and times', async () => {
    serving([failed, done])
    renderPage(<TasksPage />, ada, '/all-tasks/index')
    await screen.findByRole('button', { name: 'Compliance report' })
    const [name, kind, folder, status, who] = cellsOf(/Package check/)
    expect([name, kind, folder, status, who]).toEqual([
      'Package checkbike.zip',
      'ZIP import',
      'bike.zip',
      'Failed',
      'ada',
    ])
    expect(cellsOf(/Package check/).slice(5, 8)).toEqual([
      expect.stringMatching(/^2026\/03\/04 \d\d:06$/),
      expect.stringMatching(/^2026\/03\/04 \d\d:06$/),
      expect.stringMatching(/^2026\/03\/04 \d\d:07$/),
    ])
    expect(cellsOf(/Compliance report/)[1]).toBe('–')
  })

  it('asks for what the address says', async () => {
    const asked = serving([failed], 90)
    renderPage(
      <TasksPage />,
      ada,
      '/?keyword=bike&kind=zipImport&status=FAILED,RUNNING,MOON&mine=yes&page=2&size=50',
    )
    await screen.findByText('Package check')
    expect(asked.at(-1)).toEqual({
      pageNumber: 2,
      pageSize: 50,
      keyword: 'bike',
      kind: 'zipImport',
      status: ['RUNNING', 'FAILED'],
      mine: true,
    })
  })

  it('keeps filters in the address and offers to clear them', async () => {
    serving([])
    const { user, query } = renderPage(<TasksPage />, ada)
    await screen.findByText('No tasks yet')
    const kinds = screen.getByRole('combobox', { name: 'Kind' })
    expect(
      within(kinds)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'All kinds',
      'ZIP import',
      'Draft publish',
      'Publish for approval',
      'Publish',
      'Formal publish',
      'Revision history',
      'Confirm OEM',
      'Mark OEM changes done',
    ])
    await user.selectOptions(kinds, 'ZIP import')
    await user.click(screen.getByRole('switch', { name: 'Only mine' }))
    expect(Object.fromEntries(query())).toEqual({ kind: 'zipImport', mine: 'yes' })
    await screen.findByText('No matching tasks')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(query().size).toBe(0)
  })

  it('says when it cannot be read, and tries again', async () => {
    server.use(http.post(at('/airline/jobs/getJobsWithPage'), () => problem(403, 'forbidden', 'Not for you')))
    const { user } = renderPage(<TasksPage />, ada)
    expect(await screen.findByRole('alert')).toHaveTextContent('Not for you')
    serving([failed])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Package check')
  })
})

describe('one task', () => {
  it('shows its steps, its errors with what caused them, and leads to the findings', async () => {
    serving([failed])
    const { user, query } = renderPage(<TasksPage />, ada, '/?page=1')
    await user.click(await screen.findByRole('button', { name: 'Package check' }))
    const dialog = await screen.findByRole('dialog', { name: 'Package check' })
    const steps = await within(dialog).findByRole('list', { name: 'Steps' })
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual(['Unpack100 %', 'Inspect50 %', 'Validate0 %', 'Report0 %'])
    expect(
      within(steps)
        .getAllByRole('img')
        .map((icon) => icon.getAttribute('aria-label')),
    ).toEqual(['Done', 'Stopped here', 'Not run', 'Not run'])
    expect(within(dialog).getByRole('heading', { name: 'Error, Package can not be imported!' })).toBeVisible()
    const [outer, inner] = within(dialog).getAllByRole('list', { name: 'Errors' })
    expect(outer).toHaveTextContent('The package has errorsDMC-A.xml, line 7')
    expect(outer).toContainElement(inner ?? null)
    expect(inner).toHaveTextContent(/^DMC-A\.xml, line 7$/)
    expect(within(dialog).getByRole('link', { name: 'View findings' })).toHaveAttribute(
      'href',
      '#/import/index?package=p1',
    )
    expect(query().get('job')).toBe('f1')
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog)
    expect(query().get('job')).toBeNull()
  })

  it('says of a check that findings block that the check itself has come to its end', async () => {
    const finding = jobError('The file is not a ZIP archive', 'finding.archive.unreadable')
    const errorList = [jobError('Unable to unzip the uploaded ZIP file', 'job.failed.unzip', finding)]
    serving([jobOf({ id: 'b1', status: 'FAILED', errorList, packageId: 'p1' })])
    renderPage(<TasksPage />, ada, '/?job=b1')
    const dialog = await screen.findByRole('dialog', { name: 'Package check' })
    expect(await within(dialog).findByText(/^Check complete: import blocked/)).toBeVisible()
    expect(within(dialog).getByText('Blocked by findings')).toBeVisible()
    expect(within(dialog).queryByText('Failed')).toBeNull()
  })

  it('opens from a link, and says when it is gone', async () => {
    serving([])
    renderPage(<TasksPage />, ada, '/?job=gone')
    expect(await screen.findByText('There is no such task')).toBeVisible()
  })

  it('can be cancelled while it runs', async () => {
    const cancelled: unknown[] = []
    serving([jobOf({ id: 'r1' })])
    server.use(
      http.post(at('/jobs/:id/cancel'), ({ params }) => {
        cancelled.push(params.id)
        return HttpResponse.json(jobOf({ id: 'r1', cancelRequested: true }))
      }),
    )
    const { user } = renderPage(<TasksPage />, ada)
    expect(await screen.findByRole('progressbar', { name: 'Progress of Package check' })).toHaveAttribute(
      'aria-valuenow',
      '38',
    )
    await user.click(screen.getByRole('button', { name: 'Actions for Package check, bike.zip' }))
    await user.click(screen.getByRole('menuitem', { name: 'Cancel task' }))
    expect(await screen.findByText('The task stops after its current step.')).toBeVisible()
    expect(cancelled).toEqual(['r1'])
  })

  it('can be started again when it failed', async () => {
    serving([failed])
    server.use(http.post(at('/jobs/f1/retry'), () => HttpResponse.json(jobOf({ id: 'f2' }), { status: 201 })))
    const { user } = renderPage(<TasksPage />, ada)
    await user.click(await screen.findByRole('button', { name: 'Actions for Package check, bike.zip' }))
    await user.click(screen.getByRole('menuitem', { name: 'Start again' }))
    expect(await screen.findByText('Task started again.')).toBeVisible()
  })

  it('is for its owner and administrators to stop, and says so to others', async () => {
    serving([jobOf()])
    const { user } = renderPage(<TasksPage />, rita)
    await user.click(await screen.findByRole('button', { name: 'Actions for Package check, bike.zip' }))
    expect(screen.getByRole('menuitem', { name: /Cancel task/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('gives its files', async () => {
    serving([done])
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.href)
    })
    server.use(
      http.get(at('/users/downloadToken'), ({ request }) => {
        const scope = new URL(request.url).searchParams.get('scope')
        return HttpResponse.json({ token: `token-for-${scope}`, expiresOn: '2026-03-04T06:06:07Z' })
      }),
    )
    const { user } = renderPage(<TasksPage />, ada, '/?job=d1')
    expect(await screen.findByText('1.5 kB')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'report.csv' }))
    await waitFor(() => expect(saved).toEqual([at('/jobs/d1/artifact/report.csv?token=token-for-jobs')]))
  })
})
