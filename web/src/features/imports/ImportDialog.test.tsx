import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { Comparison } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import * as library from '@/testing/library'
import { packageOf } from '@/testing/packages'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ImportDialog } from './ImportDialog'

connectApp()
const server = startServer(ada)

const outputMap = {
  packageId: 'p1',
  csdb: 'H160',
  manual: 'MEL',
  languageIsoCode: 'en-US',
  issueDate: '2012-12-31',
  issueNumber: '009',
  customer: 'KC2ZZ',
  productInfo: 'Mountain bike',
  issueInfo: '009',
  fileName: 'bike.zip',
}
const mel = library.manual('H160', 'MEL')

/** A library of one database with one manual; remembers the jobs and folders that are asked for. */
function serving(outputs: Record<string, string> = outputMap, doubts: Comparison['doubts'] = []) {
  const asked: unknown[] = []
  const record =
    (answered: object) =>
    async ({ request }: { request: Request }) => {
      asked.push(await request.json())
      return HttpResponse.json(answered, { status: 201 })
    }
  server.use(
    http.get(at('/jobs/job-1'), () =>
      HttpResponse.json(jobOf({ status: 'COMPLETED', packageId: 'p1', outputMap: outputs })),
    ),
    http.get(at('/packages/p1'), () => HttpResponse.json(packageOf())),
    http.get(at('/packages/p1/comparison'), ({ request }) => {
      const isComplete = new URL(request.url).searchParams.get('complete') === 'yes'
      return HttpResponse.json({
        doubts,
        counts: { new: 4, changed: 3, unchanged: 96, removed: isComplete ? 1 : 0 },
        page: { items: [], total: 0, pageNumber: 1, pageSize: 1 },
      })
    }),
    http.get(at('/csdb'), () => HttpResponse.json([library.csdb('H160')])),
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/csdb/manualTypeDetail'), () =>
      HttpResponse.json([{ code: 'MEL', name: 'MEL', selfEditing: false }]),
    ),
    http.get(at('/config/csdbTypes'), () =>
      HttpResponse.json([
        { code: 'H160', name: { en: 'H160', zh: 'H160' }, aircraftRelated: true, builtin: true },
      ]),
    ),
    http.get(at('/airline/config/language'), () => HttpResponse.json([])),
    http.post(at('/csdb'), record(library.csdb('EC145'))),
    http.post(at('/csdb/manual'), record(library.manual('H160', 'AMM'))),
    http.post(at('/jobs'), record(jobOf({ jobName: 'universalImport' }))),
  )
  return asked
}

async function open() {
  const onClose = vi.fn()
  const page = renderPage(<ImportDialog jobId="job-1" onClose={onClose} />, ada)
  await screen.findByRole('button', { name: 'Choose another manual' })
  return { ...page, onClose }
}

const button = (name: string) => screen.getByRole('button', { name })
const dialogTitle = () => screen.getByRole('dialog').getAttribute('aria-labelledby')
const title = () => document.getElementById(dialogTitle() ?? '')?.textContent

describe('step 1', () => {
  it('is a summary of the package: database, manual, language support and findings', async () => {
    serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' })
    await open()
    expect(title()).toBe('Import Manual in Library')
    const facts = (term: string) => screen.getByText(term).nextElementSibling
    expect(facts('Database')).toHaveTextContent('H160')
    expect(facts('Manual')).toHaveTextContent('MEL')
    await waitFor(() =>
      expect(facts('Language support')).toHaveTextContent(
        'English (United States), English (Canada), Chinese (China)',
      ),
    )
    expect(screen.getByRole('link', { name: 'See the findings' })).toHaveAttribute(
      'href',
      '#/import/index?package=p1',
    )
    expect(await screen.findByText('96')).toBeVisible()
  })

  it('imports with all that the check has found out, and closes', async () => {
    const asked = serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' })
    const { user, onClose } = await open()
    await screen.findByText(/Chinese/)
    await user.click(screen.getByRole('radio', { name: /^Changes only/ }))
    await user.click(button('Import'))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(asked).toEqual([
      {
        jobName: 'universalImport',
        parameterMap: {
          ...outputMap,
          csdbName: 'H160',
          manualName: 'MEL',
          translationLanguages: ['zh-CN'],
          complete: 'no',
        },
      },
    ])
    expect(screen.getByText('Import started successfully.')).toBeVisible()
  })

  it('imports a package that may belong elsewhere only when the user is sure of it', async () => {
    const doubt = { code: 'otherModel', packageModel: 'BRAKE', manualModel: 'H160' } as const
    const asked = serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' }, [doubt])
    const { user } = await open()
    expect(await screen.findByText('The package is of model BRAKE, the manual of model H160.')).toBeVisible()
    await user.click(button('Import'))
    expect(asked).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'The package belongs to this manual' }))
    await user.click(button('Import'))
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  it('counts what would be removed by what the user says about the package', async () => {
    serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' })
    const { user } = await open()
    const removed = () => screen.getByText('Removed').closest('li')
    await waitFor(() => expect(removed()).toHaveTextContent('1'))
    await user.click(screen.getByRole('radio', { name: /^Changes only/ }))
    await waitFor(() => expect(removed()).toHaveTextContent('0'))
  })

  it('leads to the choice when no manual is known', async () => {
    const asked = serving()
    const { user } = await open()
    expect(screen.getAllByText('Not chosen yet')).toHaveLength(2)
    await user.click(button('Import'))
    expect(screen.getByText('Please choose a MANUAL to import the file')).toBeVisible()
    expect(await screen.findByRole('tree', { name: 'Choose a manual' })).toBeVisible()
    expect(asked).toEqual([])
  })

  it('closes by Cancel', async () => {
    serving()
    const { user, onClose } = await open()
    await user.click(button('Cancel'))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays and says why when the server refuses', async () => {
    serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' })
    server.use(http.post(at('/jobs'), () => problem(409, 'import.blocked', 'A finding blocks the import')))
    const { user, onClose } = await open()
    await user.click(button('Import'))
    expect(await screen.findByRole('alert')).toHaveTextContent('A finding blocks the import')
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('step 2', () => {
  async function choosing(outputs?: Record<string, string>) {
    const asked = serving(outputs)
    const page = await open()
    await page.user.click(button('Choose another manual'))
    await screen.findByRole('treeitem', { name: /^H160/ })
    return { ...page, asked }
  }

  it('wants a manual, not a database', async () => {
    const { user, asked } = await choosing()
    await user.click(screen.getByRole('treeitem', { name: /^H160/ }))
    await screen.findByRole('treeitem', { name: 'MEL' })
    await user.click(button('Import'))
    expect(screen.getByText('Please choose a MANUAL to import the file')).toBeVisible()
    expect(asked).toEqual([])
  })

  it('imports into the manual that is chosen', async () => {
    const { user, asked } = await choosing()
    await user.click(screen.getByRole('treeitem', { name: /^H160/ }))
    await user.click(await screen.findByRole('treeitem', { name: 'MEL' }))
    expect(await screen.findByText('96')).toBeVisible()
    await user.click(button('Import'))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({
      jobName: 'universalImport',
      parameterMap: { csdbName: 'H160', manualName: 'MEL' },
    })
  })

  it('closes by Cancel', async () => {
    const { user, onClose } = await choosing()
    await user.click(button('Cancel'))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('opens step 3, which makes a database and comes back; its Cancel comes back too', async () => {
    const { user, asked, onClose } = await choosing()
    await user.click(button('Database'))
    expect(title()).toBe('Create New Database')
    await user.click(button('Cancel'))
    expect(title()).toBe('Import Manual in Library')
    await user.click(button('Database'))
    expect(button('Create')).toBeDisabled()
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'EC145')
    expect(screen.getByRole('textbox', { name: /^Displayed name/ })).toHaveValue('EC145')
    await user.click(button('Create'))
    await screen.findByRole('tree', { name: 'Choose a manual' })
    expect(asked).toEqual([expect.objectContaining({ csdbName: ['EC145'], csdbType: ['H160'] })])
    expect(onClose).not.toHaveBeenCalled()
  })

  it('opens step 4, which makes a manual and comes back with it chosen', async () => {
    const { user, asked } = await choosing()
    await user.click(button('Create a manual in H160'))
    expect(title()).toBe('Create New Manual')
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'AMM')
    expect(screen.getByRole('textbox', { name: /^Displayed name/ })).toHaveValue('AMM')
    await user.click(button('Create'))
    await screen.findByRole('tree', { name: 'Choose a manual' })
    expect(asked[0]).toMatchObject({ csdbName: ['H160'], manualName: ['AMM'] })
    await waitFor(() => expect(button('Import')).toBeEnabled())
    await user.click(button('Import'))
    await waitFor(() => expect(asked[1]).toMatchObject({ parameterMap: { manualName: 'AMM' } }))
  })
})

it('says when the check can no longer be read', async () => {
  server.use(http.get(at('/jobs/job-1'), () => problem(404, 'job.not_found', 'There is no such task')))
  renderPage(<ImportDialog jobId="job-1" onClose={() => undefined} />, ada)
  expect(await screen.findByText('There is no such task')).toBeVisible()
})
