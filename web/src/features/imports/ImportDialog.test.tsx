import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Comparison } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import * as library from '@/testing/library'
import { packageOf } from '@/testing/packages'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { alertStore, clearAlerts, showAlert } from '@/ui/alerts'
import { ImportDialog } from './ImportDialog'

connectApp()
const server = startServer(ada)

afterEach(clearAlerts)

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
        comparedWith: '7',
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
  await screen.findByRole('button', { name: /^Choose (a|another) manual$/ })
  return { ...page, onClose }
}

/** Until the package is compared, nothing is imported. */
const comparing = () => waitFor(() => expect(button('Import')).not.toHaveAttribute('aria-disabled', 'true'))

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
    expect(screen.getByRole('link', { name: 'View findings' })).toHaveAttribute(
      'href',
      '#/import/index?package=p1',
    )
    expect(screen.getByText('2 advisories')).toBeVisible()
    expect(await screen.findByText('96')).toBeVisible()
    expect(screen.getByText(/becomes a new OEM revision, pending a decision/)).toBeVisible()
  })

  it('takes the offer to open it away, however it was opened', async () => {
    serving()
    for (const concerns of ['p1', 'p2']) {
      showAlert({
        tone: 'success',
        title: `${concerns}.zip`,
        text: 'Ready to import !',
        concerns,
        dismissible: true,
      })
    }
    await open()
    expect(alertStore.get().map(({ concerns }) => concerns)).toEqual(['p2'])
  })

  it('imports with all that the check has found out, and closes', async () => {
    const asked = serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' })
    const { user, onClose } = await open()
    await screen.findByText(/Chinese/)
    await user.click(screen.getByRole('radio', { name: /^Changes only/ }))
    await comparing()
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
          comparedWith: '7',
        },
      },
    ])
    expect(screen.getByText('Import started successfully.')).toBeVisible()
  })

  it('imports a package that may belong elsewhere only when the user is sure of it', async () => {
    const doubt = { code: 'otherModel', packageModel: 'BRAKE', manualModel: 'H160' } as const
    const asked = serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' }, [doubt])
    const { user } = await open()
    expect(
      await screen.findByText('The package is for model BRAKE, the manual for model H160.'),
    ).toBeVisible()
    await user.click(button('Import'))
    expect(asked).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'The package belongs to this manual' }))
    await user.click(button('Import'))
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  it('imports a package that was overtaken only when the user wants it as the newest', async () => {
    const asked = serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' }, [
      { code: 'alreadyImported', revision: 1, importedOn: '2026-03-02T10:00:00Z' },
      { code: 'older', revision: 2, objects: 95, packageDate: '2012-12-31', revisionDate: '2016-08-01' },
    ])
    const { user } = await open()
    expect(
      await screen.findByText(/^Revision 1, imported on 2026\/03\/0\d .*, already contains everything/),
    ).toBeVisible()
    for (const text of [
      'This package is older than revision 2 of the manual.',
      '95 items in the package have an earlier issue than in that revision.',
      'The package is dated 2012/12/31, the revision 2016/08/01.',
    ]) {
      expect(screen.getByText(text)).toBeVisible()
    }
    await user.click(button('Import'))
    expect(asked).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'Import anyway as the newest OEM revision' }))
    await user.click(button('Import'))
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  it('imports a translation of an earlier issue only when the user wants it nevertheless', async () => {
    const asked = serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' }, [
      { code: 'outdatedTranslation', revision: 3, objects: 12, original: 'en-US' },
    ])
    const { user } = await open()
    await screen.findByText(
      'The package translates an earlier issue than the one in revision 3 of the manual.',
    )
    expect(
      screen.getByText(/^12 items have a later issue in the English \(United States\) original/),
    ).toBeVisible()
    await user.click(button('Import'))
    expect(asked).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'Import anyway as the newest OEM revision' }))
    await user.click(button('Import'))
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  it('asks again when the package is to replace what it did not replace before', async () => {
    const doubt = { code: 'otherModel', packageModel: 'BRAKE', manualModel: 'H160' } as const
    serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' }, [doubt])
    const { user } = await open()
    const box = { name: 'The package belongs to this manual' }
    await user.click(screen.getByRole('radio', { name: /^Changes only/ }))
    await user.click(await screen.findByRole('checkbox', box))
    expect(screen.getByRole('checkbox', box)).toBeChecked()
    await user.click(screen.getByRole('radio', { name: /^Complete/ }))
    expect(await screen.findByRole('checkbox', box)).not.toBeChecked()
  })

  it('shows the comparison anew when somebody else imported meanwhile', async () => {
    const asked = serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' })
    const { user, onClose } = await open()
    await comparing()
    const older = { code: 'older', revision: 2, objects: 95, packageDate: '', revisionDate: '' }
    server.use(
      http.post(at('/jobs'), () => problem(409, 'import.overtaken', 'There is a newer revision'), {
        once: true,
      }),
      http.get(at('/packages/p1/comparison'), () =>
        HttpResponse.json({
          doubts: [older],
          comparedWith: '8',
          counts: { new: 0, changed: 95, unchanged: 4, removed: 0 },
          page: { items: [], total: 0, pageNumber: 1, pageSize: 1 },
        }),
      ),
    )
    await user.click(button('Import'))
    expect(await screen.findByText('This package is older than revision 2 of the manual.')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('There is a newer revision')
    await user.click(button('Import'))
    expect([onClose.mock.calls, asked]).toEqual([[], []])
    await user.click(screen.getByRole('checkbox', { name: /^Import anyway/ }))
    await comparing()
    await user.click(button('Import'))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({ parameterMap: { comparedWith: '8' } })
  })

  it('imports nothing that could not be compared, and compares again when asked', async () => {
    const asked = serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' })
    server.use(
      http.get(at('/packages/p1/comparison'), () => problem(404, 'package.not_found', 'Package not found'), {
        once: true,
      }),
    )
    const { user } = await open()
    const failed = 'The package could not be compared with the manual'
    expect(await screen.findByText(failed, { selector: 'strong' })).toBeVisible()
    expect(screen.getByText(/^Package not found/)).toBeVisible()
    await user.click(button('Import'))
    expect(asked).toEqual([])
    await user.click(button('Compare again'))
    expect(await screen.findByText('96')).toBeVisible()
    expect(screen.queryByText(failed, { selector: 'strong' })).toBeNull()
    await comparing()
    await user.click(button('Import'))
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  it('asks for place and time at once, and tells no dates that are not known', async () => {
    serving({ ...outputMap, csdbName: 'H160', manualName: 'MEL' }, [
      { code: 'otherModel', packageModel: 'BRAKE', manualModel: 'H160' },
      { code: 'older', revision: 2, objects: 1, packageDate: '', revisionDate: '2016-08-01' },
    ])
    await open()
    expect(await screen.findByRole('checkbox', { name: /^The package belongs .* the newest/ })).toBeVisible()
    expect(screen.getByText(/^1 item in the package has an earlier issue/)).toBeVisible()
    expect(screen.queryByText(/dated/)).toBeNull()
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
    expect(screen.getAllByText('Not selected')).toHaveLength(2)
    expect(screen.getByText(/^No manual in the library matches this package/)).toBeVisible()
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
    await comparing()
    await user.click(button('Import'))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('A finding blocks the import'))
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('step 2', () => {
  async function choosing(outputs?: Record<string, string>) {
    const asked = serving(outputs)
    const page = await open()
    await page.user.click(button('Choose a manual'))
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
    await user.click(button('New database'))
    expect(title()).toBe('Create New Database')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(title()).toBe('Import Manual in Library')
    await user.click(button('New database'))
    expect(button('Create')).toBeDisabled()
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'EC145')
    expect(screen.getByRole('textbox', { name: /^Display name/ })).toHaveValue('EC145')
    await user.click(button('Create'))
    expect(await screen.findByText('Choose the type of the database.')).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: /Database Type/ }), 'H160')
    await user.click(button('Create'))
    await screen.findByRole('tree', { name: 'Choose a manual' })
    expect(asked).toEqual([expect.objectContaining({ csdbName: ['EC145'], csdbType: ['H160'] })])
    expect(onClose).not.toHaveBeenCalled()
  })

  it('asks for the type of a database also where the types cannot be read', async () => {
    const { user, asked } = await choosing()
    server.use(http.get(at('/config/csdbTypes'), () => problem(403, 'auth.forbidden', 'Not allowed')))
    await user.click(button('New database'))
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'EC145')
    await user.click(button('Create'))
    expect(await screen.findByText('Choose the type of the database.')).toBeVisible()
    expect(asked).toEqual([])
  })

  it('opens step 4, which makes a manual and comes back with it chosen', async () => {
    const { user, asked } = await choosing()
    await user.click(button('Create manual in H160'))
    expect(title()).toBe('Create New Manual')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'AMM')
    expect(screen.getByRole('textbox', { name: /^Display name/ })).toHaveValue('AMM')
    await user.click(button('Create'))
    await screen.findByRole('tree', { name: 'Choose a manual' })
    expect(asked[0]).toMatchObject({
      csdbName: ['H160'],
      manualName: ['AMM'],
      manualType: ['MEL'],
      aircraftRelated: ['yes'],
      // The database knows H160; the package is about another.
      modelIdentCode: ['S1000DBIKE'],
    })
    await comparing()
    await user.click(button('Import'))
    await waitFor(() => expect(asked[1]).toMatchObject({ parameterMap: { manualName: 'AMM' } }))
  })
})

it('says when the check can no longer be read', async () => {
  server.use(http.get(at('/jobs/job-1'), () => problem(404, 'job.not_found', 'There is no such task')))
  renderPage(<ImportDialog jobId="job-1" onClose={() => undefined} />, ada)
  expect(await screen.findByText('There is no such task')).toBeVisible()
})
