import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { manualsQuery } from '@/api/library'
import { queryClient } from '@/api/queries'
import type { PublicationBlockers, PublishPreset } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import { manual, profile } from '@/testing/library'
import { ada, arthur, rita } from '@/testing/people'
import { blockersOf, presetFrom, presetOf, publicationOf } from '@/testing/publications'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { PublicationsPage } from './PublicationsPage'

connectApp()
const server = startServer(ada)

const page = <Item,>(items: Item[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 10 })
const show = (me = arthur, search = '') =>
  renderRoute(<PublicationsPage />, ['/publications'], me, `/publications?manual=/H160/MEL${search}`)

function serving(blockers: Partial<PublicationBlockers> = {}, kept: PublishPreset[] = []) {
  const jobs: unknown[] = []
  let presets = kept
  server.use(
    http.get(at('/publications/presets'), () => HttpResponse.json(presets)),
    http.put(at('/publications/presets'), async ({ request }) => {
      const saved = presetFrom(await request.json())
      presets = [...presets.filter(({ name }) => name !== saved.name), saved]
      return HttpResponse.json(saved)
    }),
    http.delete(at('/publications/presets/:id'), ({ params }) => {
      presets = presets.filter(({ id }) => id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL')])),
    http.get(at('/publications'), () =>
      HttpResponse.json(
        page([publicationOf(), publicationOf({ id: 'pub-0', number: 2, state: 'approved' })]),
      ),
    ),
    http.get(at('/publications/blockers'), () => HttpResponse.json(blockersOf(blockers))),
    http.get(at('/config/operator'), () => HttpResponse.json(page([{ code: 'AZB', name: 'Azure Bay' }]))),
    http.get(at('/csdb/profile'), () => {
      const mel = manual('H160', 'MEL')
      return HttpResponse.json([profile(mel), profile(mel, 'Hoist')])
    }),
    http.get(at('/config/aircraft'), ({ request }) => {
      const operator = new URL(request.url).searchParams.get('operator')
      const one = { registration: 'QZ-HAA', serialNumber: '1004', model: 'NV240-1', productAttributes: [] }
      return HttpResponse.json(page(operator === 'AZB' ? [one] : []))
    }),
    http.get(at('/changeRequests'), () =>
      HttpResponse.json(page([{ id: 'crq-1', number: 7, title: 'Pump' }])),
    ),
    http.post(at('/jobs'), async ({ request }) => {
      jobs.push(await request.json())
      return HttpResponse.json(jobOf({ jobName: 'exportQuickAta2300' }))
    }),
  )
  return jobs
}

async function openDialog(me = arthur) {
  const { user } = show(me)
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  // Another dialog stands there until the presets are loaded.
  await screen.findByRole('combobox', { name: 'Preset' })
  await screen.findByRole('option', { name: 'AZB · Azure Bay' })
  return { user, dialog: within(screen.getByRole('dialog', { name: 'Publish MEL' })) }
}

describe('the publications of all manuals', () => {
  it('are listed by how they concern the user', async () => {
    const groups: (string | null)[] = []
    server.use(
      http.get(at('/publications/groups'), ({ request }) => {
        groups.push(new URL(request.url).searchParams.get('group'))
        return HttpResponse.json(page([publicationOf({ state: 'readyForApprove' })]))
      }),
    )
    const { user } = renderRoute(
      <PublicationsPage />,
      ['/publications'],
      arthur,
      '/publications?group=forApproval',
    )
    const table = within(await screen.findByRole('table', { name: 'For approval' }))
    expect(await table.findByRole('link', { name: 'H160 · MEL' })).toHaveAttribute(
      'href',
      '#/publications?manual=%2FH160%2FMEL',
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Drafts')
    expect(await screen.findByRole('table', { name: 'Drafts' })).toBeVisible()
    await waitFor(() => expect(groups).toEqual(['forApproval', 'drafts']))
  })

  it('of one group are not shown below the name of another', async () => {
    server.use(
      http.get(at('/publications/groups'), ({ request }) =>
        request.url.includes('group=drafts')
          ? new Promise<never>(() => {})
          : HttpResponse.json(page([publicationOf({})])),
      ),
    )
    const { user } = renderRoute(
      <PublicationsPage />,
      ['/publications'],
      arthur,
      '/publications?group=published',
    )
    expect(await screen.findByRole('link', { name: 'H160 · MEL' })).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Drafts')
    await screen.findByRole('heading', { name: 'Drafts' })
    expect(screen.queryByRole('link', { name: 'H160 · MEL' })).not.toBeInTheDocument()
  })

  it('show a reader no drafts', async () => {
    const groups: (string | null)[] = []
    server.use(
      http.get(at('/publications/groups'), ({ request }) => {
        groups.push(new URL(request.url).searchParams.get('group'))
        return HttpResponse.json(page([]))
      }),
    )
    renderRoute(<PublicationsPage />, ['/publications'], rita, '/publications?group=drafts')
    expect(await screen.findByText('No publications')).toBeVisible()
    expect(groups).toEqual(['published'])
    const offered = within(screen.getByRole('combobox', { name: 'Show' })).getAllByRole('option')
    expect(offered.map((each) => each.textContent)).toEqual([
      'Published in the last 30 days',
      'To acknowledge',
    ])
  })
})

describe('the publications of a manual', () => {
  it('are listed with their states and lead to their pages', async () => {
    serving()
    show()
    const row = within(await screen.findByRole('row', { name: /#3 · Revision 4.1/ }))
    expect(row.getByRole('link')).toHaveAttribute('href', '#/publications/pub-1')
    expect(row.getByText('Draft')).toBeVisible()
    expect(screen.getByText('Approved', { selector: 'td *' })).toBeVisible()
  })

  it('tell what is being published', async () => {
    serving()
    const running = { status: 'RUNNING', progress: 40, parameterMap: { revision: '4.2' } } as const
    server.use(
      http.post(at('/airline/jobs/getJobsWithPage'), () =>
        HttpResponse.json(
          page([
            jobOf({
              ...running,
              id: 'job-9',
              jobName: 'exportQuickAta2300',
              folder: '/H160/MEL',
              kind: 'exportQuick',
            }),
            jobOf({ ...running, id: 'job-8', jobName: 'exportQuickAta2300', folder: '/H160/AMM' }),
          ]),
        ),
      ),
    )
    show()
    expect(await screen.findByRole('progressbar', { name: /Draft publish · Revision 4.2/ })).toBeVisible()
    expect(screen.getAllByRole('progressbar')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Open task' })).toHaveAttribute(
      'href',
      '#/all-tasks/index?job=job-9',
    )
  })

  it('are filtered by their state', async () => {
    serving()
    const states: (string | null)[] = []
    server.use(
      http.get(at('/publications'), ({ request }) => {
        states.push(new URL(request.url).searchParams.get('state'))
        return HttpResponse.json(page([]))
      }),
    )
    const { user } = show()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Approved')
    expect(await screen.findByText('No publications in this state')).toBeVisible()
    expect(states).toEqual([null, 'approved'])
  })

  it('are never those of another manual', async () => {
    serving()
    server.use(
      http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL'), manual('H160', 'AMM')])),
    )
    const { go } = show()
    expect((await screen.findAllByRole('link', { name: /4\.1/ })).length).toBeGreaterThan(0)
    server.use(http.get(at('/publications'), () => new Promise<never>(() => {})))
    await go('/publications?manual=/H160/AMM')
    expect(await screen.findByRole('table', { name: 'Publications of AMM' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /4\.1/ })).toBeNull()
  })

  it('tell a reader why nothing can be published', async () => {
    serving()
    show(rita)
    expect(await screen.findByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('the publish dialog', () => {
  it('says at each field what is missing', async () => {
    const jobs = serving()
    const { user, dialog } = await openDialog()
    for (const name of ['S1000D package', 'Complete', 'All (unfiltered)']) {
      await user.click(dialog.getByRole('checkbox', { name }))
    }
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    for (const message of [
      'The revision number is empty',
      'Choose at least one output format',
      'Choose at least one revision type',
      'Choose at least one profile',
      'An operator is required',
    ]) {
      expect(await dialog.findByText(message)).toBeVisible()
    }
    expect(jobs).toEqual([])
  })

  it('starts a draft with all that was chosen', async () => {
    const jobs = serving()
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: /Revision number/ }), ' 4.2 ')
    await user.click(dialog.getByRole('checkbox', { name: 'ATA 2300 package' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: /Operator/ }), 'AZB')
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Change request' }), 'crq-1')
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Publishing started. You are notified when it is done.')).toBeVisible()
    expect(jobs).toEqual([
      {
        jobName: 'exportQuickAta2300',
        parameterMap: {
          csdbName: 'H160',
          manualName: 'MEL',
          approvalRequired: 'yes',
          revision: '4.2',
          formats: ['s1000d', 'ata2300'],
          reviseTypes: ['complete'],
          profiles: ['All'],
          operator: 'AZB',
          changeRequestId: 'crq-1',
        },
      },
    ])
  })

  it('keeps what was typed when the manuals cannot be asked for again', async () => {
    serving()
    const { user, dialog } = await openDialog()
    const field = dialog.getByRole('textbox', { name: /Revision number/ })
    await user.type(field, '4.2')
    server.use(http.get(at('/csdb/manual'), () => problem(400, 'bad', 'Bad answer')))
    await act(() => queryClient.invalidateQueries(manualsQuery()))
    expect(field).toBeVisible()
    expect(field).toHaveValue('4.2')
  })

  it('does not send an earlier publication that does not fit any more', async () => {
    const jobs = serving()
    const operators = ['AZB', 'FJD'].map((code) => ({ code, name: code }))
    server.use(http.get(at('/config/operator'), () => HttpResponse.json(page(operators))))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    await screen.findByRole('option', { name: 'FJD · FJD' })
    const dialog = within(screen.getByRole('dialog', { name: 'Publish MEL' }))
    await user.type(dialog.getByRole('textbox', { name: /Revision number/ }), '4.2')
    await user.selectOptions(dialog.getByRole('combobox', { name: /Operator/ }), 'AZB')
    await user.click(dialog.getByRole('checkbox', { name: 'Changes only' }))
    const since = dialog.getByRole('combobox', { name: /Changes since/ })
    await waitFor(() => expect(within(since).getAllByRole('option')).toHaveLength(3))
    await user.selectOptions(since, 'pub-0')
    await user.selectOptions(dialog.getByRole('combobox', { name: /Operator/ }), 'FJD')
    expect(since).toHaveValue('pub-0')
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await dialog.findByText(/^The operator does not have this publication/)).toBeVisible()
    expect(jobs).toEqual([])
  })

  it('offers a website and says that it is whole', async () => {
    const jobs = serving()
    const { user, dialog } = await openDialog()
    const hint = /always contains the whole manual/
    expect(dialog.queryByText(hint)).toBeNull()
    await user.click(dialog.getByRole('checkbox', { name: 'Website (opens from disk)' }))
    await user.click(dialog.getByRole('checkbox', { name: 'S1000D package' }))
    expect(dialog.getByText(hint)).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: /Revision number/ }), '4')
    await user.selectOptions(dialog.getByRole('combobox', { name: /Operator/ }), 'AZB')
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Publishing started. You are notified when it is done.')).toBeVisible()
    expect(jobs).toMatchObject([{ parameterMap: { formats: ['html'] } }])
  })

  it.each([
    ['building', /The PDF engine is being built/],
    ['missing', /The PDF engine is not installed/],
  ])('tells a PDF engine that is %s from others', async (pdfEngine, text) => {
    serving({ unavailableFormats: ['pdf'], pdfEngine })
    const { dialog } = await openDialog()
    expect(await dialog.findByText(text)).toBeVisible()
    expect(dialog.getByRole('checkbox', { name: 'PDF book' })).toBeDisabled()
  })

  it('publishes for a profile and an aircraft, and remembers them', async () => {
    const jobs = serving({ languages: ['en-US', 'zh-CN'] })
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: /Revision number/ }), '4')
    expect(dialog.queryByRole('group', { name: 'Aircraft' })).toBeNull()
    await user.selectOptions(dialog.getByRole('combobox', { name: /Operator/ }), 'AZB')
    await user.click(dialog.getByRole('checkbox', { name: 'All (unfiltered)' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'Hoist' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'QZ-HAA (NV240-1)' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Chinese (China)' }))
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Publishing started. You are notified when it is done.')).toBeVisible()
    const chosen = { profiles: ['Hoist'], aircraft: ['QZ-HAA'], languages: ['en-US'] }
    expect(jobs).toMatchObject([{ parameterMap: chosen }])
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await screen.findByRole('checkbox', { name: 'Hoist' })
    const again = within(screen.getByRole('dialog', { name: 'Publish MEL' }))
    expect(await again.findByRole('checkbox', { name: 'Hoist' })).toBeChecked()
    expect(await again.findByRole('checkbox', { name: 'QZ-HAA (NV240-1)' })).toBeChecked()
    expect(again.getByRole('checkbox', { name: 'All (unfiltered)' })).not.toBeChecked()
    expect(again.getByRole('checkbox', { name: 'Chinese (China)' })).not.toBeChecked()
  })

  it('does not publish before it knows whether the remembered targets are there', async () => {
    serving({}, [presetOf({ operator: 'AZB', profiles: ['All', 'Gone'], aircraft: ['QZ-HAA'] })])
    let answers = () => {}
    const held = new Promise<void>((resolve) => {
      answers = resolve
    })
    server.use(
      http.get(at('/config/aircraft'), async () => {
        await held
        return HttpResponse.json(page([]))
      }),
    )
    const { dialog } = await openDialog()
    const publish = dialog.getByRole('button', { name: 'Publish' })
    expect(publish).toHaveAttribute('aria-disabled', 'true')
    answers()
    expect(
      await dialog.findByText('Not available for this operator, and left out: Gone, QZ-HAA'),
    ).toBeVisible()
    expect(publish).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('fills the form from a preset, keeps the revision number, and deletes presets', async () => {
    const weekly = presetOf({ formats: ['html'], operator: 'AZB' }, 'Weekly')
    serving({}, [weekly, presetOf({ formats: ['pdf'] })])
    const { user, dialog } = await openDialog()
    expect(dialog.getByRole('checkbox', { name: 'PDF book' })).toBeChecked()
    await user.type(dialog.getByRole('textbox', { name: /Revision number/ }), '7')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Preset' }), 'Weekly')
    expect(dialog.getByRole('checkbox', { name: 'Website (opens from disk)' })).toBeChecked()
    expect(dialog.getByRole('checkbox', { name: 'PDF book' })).not.toBeChecked()
    expect(dialog.getByRole('textbox', { name: /Revision number/ })).toHaveValue('7')
    await user.click(dialog.getByRole('button', { name: 'Delete preset' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete preset' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(dialog.queryByRole('option', { name: 'Weekly' })).toBeNull())
  })

  it('says when a preset was deleted elsewhere', async () => {
    serving({}, [presetOf({}, 'Weekly')])
    const { user, dialog } = await openDialog()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Preset' }), 'Weekly')
    server.use(
      http.get(at('/publications/presets'), () => HttpResponse.json([])),
      http.delete(at('/publications/presets/:id'), () =>
        problem(404, 'publish_preset.not_found', 'This preset does not exist'),
      ),
    )
    await user.click(dialog.getByRole('button', { name: 'Delete preset' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete preset' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await asked.findByText('This preset does not exist')).toBeVisible()
    expect(dialog.queryByRole('option', { name: 'Weekly' })).toBeNull()
  })

  it('saves choices under a name', async () => {
    serving()
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Save as preset' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Save as preset' }))
    await user.click(asked.getByRole('button', { name: 'Save' }))
    expect(await asked.findByText('The name is empty')).toBeVisible()
    await user.type(asked.getByRole('textbox', { name: /Name/ }), 'Monthly')
    await user.click(asked.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Preset Monthly saved.')).toBeVisible()
    expect(dialog.getByRole('option', { name: 'Monthly', selected: true })).toBeInTheDocument()
  })

  it('lets people publish without presets', async () => {
    serving()
    server.use(http.get(at('/publications/presets'), () => problem(403, 'forbidden', 'Not allowed')))
    const { dialog } = await openDialog()
    expect(dialog.getByText('The presets could not be loaded')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Publish' })).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('says when remembered targets cannot be looked up', async () => {
    serving({}, [presetOf({ operator: 'AZB', aircraft: ['QZ-HAA'] })])
    server.use(http.get(at('/config/aircraft'), () => problem(403, 'forbidden', 'Not allowed')))
    const { user, dialog } = await openDialog()
    const publish = dialog.getByRole('button', { name: 'Publish' })
    await user.hover(publish)
    await waitFor(() => expect(publish).toHaveAccessibleDescription(/cannot be looked up/))
    expect(publish).toHaveAttribute('aria-disabled', 'true')
  })

  it('offers the whole fleet of an operator, page by page', async () => {
    serving()
    const aircraft = (registration: string) => ({
      registration,
      serialNumber: '1',
      model: 'NV240-1',
      productAttributes: [],
    })
    server.use(
      http.get(at('/config/aircraft'), ({ request }) => {
        const number = new URL(request.url).searchParams.get('pageNumber')
        return HttpResponse.json({ ...page([aircraft(`QZ-${number}`)]), total: 2 })
      }),
    )
    const { user, dialog } = await openDialog()
    await dialog.findByRole('option', { name: 'AZB · Azure Bay' })
    await user.selectOptions(dialog.getByRole('combobox', { name: /Operator/ }), 'AZB')
    expect(await dialog.findByRole('checkbox', { name: 'QZ-2 (NV240-1)' })).toBeVisible()
  })

  it('limits drafts alone to some languages, and never to none', async () => {
    const jobs = serving({ languages: ['en-US', 'zh-CN'] })
    const { user, dialog } = await openDialog()
    for (const name of ['English (United States)', 'Chinese (China)']) {
      await user.click(await dialog.findByRole('checkbox', { name }))
    }
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await dialog.findByText('Choose at least one language')).toBeVisible()
    expect(jobs).toEqual([])
    await user.click(dialog.getByRole('radio', { name: 'Ready for approval' }))
    expect(dialog.getByRole('checkbox', { name: 'Chinese (China)' })).toBeChecked()
    expect(dialog.getByRole('checkbox', { name: 'Chinese (China)' })).toBeDisabled()
  })

  it('shows at the field what the server refuses', async () => {
    serving()
    const errors = [
      { field: 'parameterMap.profiles', code: 'unknown_value', message: 'This profile is gone' },
    ]
    server.use(http.post(at('/jobs'), () => problem(400, 'request.invalid', 'Invalid', errors)))
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: /Revision number/ }), '4')
    await user.selectOptions(dialog.getByRole('combobox', { name: /Operator/ }), 'AZB')
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await dialog.findByText('This profile is gone')).toBeVisible()
  })

  it('lists items that the MEL guard does not let pass', async () => {
    const path = '/H160/MEL/DMC-A_en-US.XML'
    serving({ blocking: 1, excessiveItems: [{ path, points: 2 }], excessiveItemCount: 1 })
    const { user, dialog } = await openDialog()
    await user.click(await dialog.findByText(/1 MEL item allows more than the MMEL/))
    expect(dialog.getByRole('link', { name: 'DMC-A_en-US.XML' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-A_en-US',
    )
  })

  it('asks for the languages of a book', async () => {
    const jobs = serving()
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: /Revision number/ }), '5')
    await user.click(dialog.getByRole('checkbox', { name: 'S1000D package' }))
    await user.click(dialog.getByRole('checkbox', { name: 'PDF book' }))
    await user.selectOptions(
      dialog.getByRole('combobox', { name: 'Languages of the PDF book' }),
      'sideBySide',
    )
    await user.selectOptions(dialog.getByRole('combobox', { name: /Operator/ }), 'AZB')
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Publishing started. You are notified when it is done.')).toBeVisible()
    expect(jobs).toMatchObject([{ parameterMap: { formats: ['pdf'], bookLanguages: 'sideBySide' } }])
  })

  it('does not send for approval while nobody knows what blocks', async () => {
    serving()
    server.use(http.get(at('/publications/blockers'), () => problem(403, 'forbidden', 'Not allowed')))
    const { user, dialog } = await openDialog()
    expect(await dialog.findByText('The check for blockers failed')).toBeVisible()
    const publish = dialog.getByRole('button', { name: 'Publish' })
    expect(publish).not.toHaveAttribute('aria-disabled', 'true')
    await user.click(dialog.getByRole('radio', { name: 'Ready for approval' }))
    expect(publish).toHaveAttribute('aria-disabled', 'true')
  })

  it('counts more than it lists', async () => {
    serving({
      blocking: 250,
      brokenReferences: [{ path: '/H160/MEL/DMC-A_en-US.XML', target: 'DMC-B', line: 3, delivered: false }],
      referenceCount: 250,
    })
    const { dialog } = await openDialog()
    expect(await dialog.findByText('250 broken references')).toBeVisible()
    expect(dialog.getByText('and 249 more')).toBeInTheDocument()
  })

  it('leads to the references of this manual that have to be checked again', async () => {
    serving({ blocking: 2, recheckCount: 2 })
    const { dialog } = await openDialog()
    const link = await dialog.findByRole('link', { name: 'H160/MEL', hidden: true })
    expect(link).toHaveAttribute('href', '#/compliance-review?all=yes&manual=%2FH160%2FMEL')
  })

  it('lists what blocks with links, and lets a draft go out', async () => {
    serving({
      blocking: 1,
      unreleased: [{ path: '/H160/MEL/DMC-A_en-US.XML', status: 'Draft' }],
      unreleasedCount: 1,
    })
    const { user, dialog } = await openDialog()
    expect(await dialog.findByText('1 point blocks a publication')).toBeVisible()
    await user.click(dialog.getByText('1 module or image is not released'))
    expect(dialog.getByRole('link', { name: 'DMC-A_en-US.XML' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-A_en-US',
    )
    const publish = dialog.getByRole('button', { name: 'Publish' })
    expect(publish).not.toHaveAttribute('aria-disabled', 'true')
    await user.click(dialog.getByRole('radio', { name: 'Ready for approval' }))
    expect(publish).toHaveAttribute('aria-disabled', 'true')
  })
})
