import { cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { queryClient } from '@/api/queries'
import { listedRequest } from '@/testing/changeRequests'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { CheckInDialog } from './CheckInDialog'

connectApp()
const server = startServer(ada)
const file = library.file('DMC-A_en-US')

it('warns of violations in a draft that no editor has open', async () => {
  const texts: unknown[] = []
  const problem = { severity: 'warning', line: 2, column: 1, from: 0, to: 1, message: 'No', params: {} }
  server.use(
    http.get(at(`/files/default${file.path}`), () => HttpResponse.json(file)),
    http.get(at(`/files/getVersions/default${file.path}`), () => HttpResponse.json([])),
    http.get(at('/files/wip'), () =>
      HttpResponse.json({ drafts: [{ id: 'd-1', path: file.path, state: 'open', sha256: 'abc' }] }),
    ),
    http.get(at('/drafts/d-1'), () => HttpResponse.json({ id: 'd-1', text: '<dmodule/>' })),
    http.post(at(`/drafts/check/default${file.path}`), async ({ request }) => {
      texts.push(await request.json())
      const problems = ['brex.forbidden', 'brex.value', 'brex.not_found'].map((code) => ({
        ...problem,
        code,
      }))
      return HttpResponse.json({ problems })
    }),
  )
  renderPage(<CheckInDialog path={file.path} title="A" onClose={() => {}} />, ada)
  expect(await screen.findByText(/^2 violations of business rules/)).toBeVisible()
  expect(texts).toEqual([{ text: '<dmodule/>' }])
})

const page = (items: unknown[], total = items.length) =>
  HttpResponse.json({ items, total, pageNumber: 1, pageSize: 100 })

/** Shows the dialog of a draft; requests of the module and of the manual are answered apart. */
function show(ofModule: () => Response | Promise<Response>, inWork: () => Response) {
  const sent: unknown[] = []
  server.use(
    http.get(at(`/files/default${file.path}`), () => HttpResponse.json(file)),
    http.get(at(`/files/getVersions/default${file.path}`), () => HttpResponse.json([])),
    http.get(at('/changeRequests'), ({ request }) =>
      new URL(request.url).searchParams.has('path') ? ofModule() : inWork(),
    ),
    http.post(at(`/files/checkin/default${file.path}`), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(file)
    }),
  )
  const dialog = <CheckInDialog path={file.path} title="A" sha256="abc" violations={0} onClose={() => {}} />
  return { ...renderPage(dialog, ada), sent }
}

const button = () => screen.findByRole('button', { name: 'Check in' })
const choice = () => screen.findByRole('combobox', { name: 'Change request' })

it('waits for the change request of the module, and keeps the one that was shown', async () => {
  let answerModule: (response: Response) => void = () => {}
  const waiting = new Promise<Response>((resolve) => {
    answerModule = resolve
  })
  const { user, sent } = show(
    () => waiting,
    () => page([]),
  )
  expect(await button()).toHaveAttribute('aria-disabled', 'true')
  answerModule(page([listedRequest('r1', { number: 7, title: 'Wrong torque' })]))
  await waitFor(async () => expect(await button()).not.toHaveAttribute('aria-disabled', 'true'))
  // It is offered though the list of the manual does not contain it.
  expect(await choice()).toHaveDisplayValue('#7 Wrong torque')
  server.use(http.get(at('/changeRequests'), () => page([listedRequest('r2', { number: 8 })])))
  await queryClient.invalidateQueries()
  expect(await choice()).toHaveValue('r1')
  await user.click(await button())
  await waitFor(() => expect(sent).toMatchObject([{ changeRequestId: 'r1' }]))
})

it('asks for a choice when the change request of the module is not known', async () => {
  const { user, sent } = show(
    () => problem(403, 'forbidden', 'Not allowed'),
    () => page([listedRequest('r2', { number: 8, title: 'Pump' })], 101),
  )
  await screen.findByRole('option', { name: '#8 Pump' })
  expect(await button()).toHaveAttribute('aria-disabled', 'true')
  expect(await screen.findByRole('searchbox', { name: 'Find a change request' })).toBeVisible()
  await user.selectOptions(await choice(), 'None')
  await user.click(await button())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('changeRequestId')
})

it('marks the changes and proposes the same for the next check-in', async () => {
  const { user, sent } = show(
    () => page([]),
    () => page([]),
  )
  const box = await screen.findByRole('checkbox', { name: 'Mark changes' })
  expect(box).not.toBeChecked()
  await user.click(box)
  await waitFor(async () => expect(await button()).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(await button())
  await waitFor(() => expect(sent).toMatchObject([{ markChanges: true }]))
  cleanup()
  show(
    () => page([]),
    () => page([]),
  )
  expect(await screen.findByRole('checkbox', { name: 'Mark changes' })).toBeChecked()
})

it('leads to the merge when a newer version was checked in meanwhile', async () => {
  const { user, place } = show(
    () => page([]),
    () => page([]),
  )
  server.use(
    http.post(at(`/files/checkin/default${file.path}`), () =>
      problem(409, 'draft.outdated', 'The module has a newer version'),
    ),
  )
  const save = await button()
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(save)
  expect(await screen.findByText('The module has a newer version')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  expect(place()).toBe(`/rebase?path=${encodeURIComponent(file.path)}`)
})

it('says why nothing can be checked in while the draft is not known', async () => {
  let isBroken = true
  server.use(
    http.get(at(`/files/default${file.path}`), () => HttpResponse.json(file)),
    http.get(at(`/files/getVersions/default${file.path}`), () => HttpResponse.json([])),
    http.get(at('/files/wip'), () =>
      isBroken
        ? problem(400, 'bad', 'Bad answer')
        : HttpResponse.json({ drafts: [{ id: 'd-1', path: file.path, state: 'open', sha256: 'abc' }] }),
    ),
    http.get(at('/drafts/d-1'), () => HttpResponse.json({ id: 'd-1', text: '<dmodule/>' })),
    http.post(at(`/drafts/check/default${file.path}`), () => HttpResponse.json({ problems: [] })),
  )
  const { user } = renderPage(<CheckInDialog path={file.path} title="A" onClose={() => {}} />, ada)
  expect(await screen.findByText('Bad answer')).toBeVisible()
  expect(await button()).toHaveAttribute('aria-disabled', 'true')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await button()).not.toHaveAttribute('aria-disabled', 'true'))
})

it('offers to make a new module from a draft that has another code', async () => {
  const made: unknown[] = []
  const { user, place } = show(
    () => page([]),
    () => page([]),
  )
  server.use(
    http.post(at(`/files/checkin/default${file.path}`), () =>
      HttpResponse.json(
        {
          type: 'urn:airfolio:problem:checkin.other_identity',
          title: 'The text belongs to another module',
          status: 422,
          code: 'checkin.other_identity',
          requestId: 'request-1',
          identity: 'DMC-B_en-US',
        },
        { status: 422, headers: { 'Content-Type': 'application/problem+json' } },
      ),
    ),
    http.post<{ name: string }>(at('/dm/default/:name'), async ({ request, params }) => {
      made.push([params.name, await request.json()])
      return HttpResponse.json(library.file('DMC-B_en-US'), { status: 201 })
    }),
  )
  await user.type(await screen.findByRole('textbox', { name: /^Comment/ }), 'Split')
  const save = await button()
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(save)
  await user.click(await screen.findByRole('button', { name: 'Make new module' }))
  const opened = library.file('DMC-B_en-US').path
  await waitFor(() => expect(place()).toBe(`/editor?path=${encodeURIComponent(opened)}`))
  const manualPath = file.path.split('/').slice(0, 3).join('/')
  expect(made).toEqual([
    ['DMC-B_en-US', { manualPath, draftOf: file.path, sha256: 'abc', checkOut: true, comment: 'Split' }],
  ])
})
