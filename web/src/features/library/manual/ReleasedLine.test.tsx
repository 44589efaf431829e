import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { releasedQuery } from '@/api/publicationReaders'
import { queryClient } from '@/api/queries'
import type { ReleasedLane } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { manual } from '@/testing/library'
import { ada, rita } from '@/testing/people'
import { publicationOf } from '@/testing/publications'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ReleasedLine } from './ReleasedLine'

connectApp()
const server = startServer(ada)

const approval = {
  approbationAuthority: 'EASA',
  revisionDate: '2026-11-17',
  approvedBy: 'A. Person',
  jobTitle: 'Inspector',
  approvalReference: 'EASA.1',
}

function serving(released: ReleasedLane) {
  const called = vi.fn()
  server.use(
    http.get(at('/publications/released'), () => HttpResponse.json(released)),
    http.post(at('/publications/pub-1/:act'), ({ params }) => {
      called(params.act)
      return params.act === 'read'
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json({ isOpen: false })
    }),
  )
  return called
}

const show = (query: string) => renderPage(<ReleasedLine manual={manual('H160', 'MEL')} />, rita, `/${query}`)

it('says who approved the released text and what changed, notes the visit, and takes an acknowledgement', async () => {
  const called = serving({
    publication: publicationOf({ state: 'approved', approval, snapshot: '9' }),
    letters: [],
    marks: { isOpen: true, hasLeft: false },
    lastRead: {
      publication: publicationOf({ id: 'pub-0', revision: '4.0', snapshot: '7' }),
      changedCount: 12,
    },
  })
  const { user } = show('?lane=released')
  expect(await screen.findByText('approved 2026/11/17 by A. Person, EASA (EASA.1)')).toBeVisible()
  const changes = screen.getByRole('link', { name: '12 modules changed since you read revision 4.0' })
  expect(changes).toHaveAttribute('href', '#/library/H160/MEL?part=changes&v=revision%3A7&with=revision%3A9')
  await vi.waitFor(() => expect(called).toHaveBeenCalledWith('read'))
  await user.click(screen.getByRole('button', { name: 'Read and acknowledged' }))
  expect(called).not.toHaveBeenCalledWith('acknowledge')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Acknowledge' }))
  await vi.waitFor(() => expect(called).toHaveBeenCalledWith('acknowledge'))
})

it('notes a visit once, whatever is opened afterwards', async () => {
  const called = serving({
    publication: publicationOf({ state: 'approved', approval }),
    letters: [],
    marks: { isOpen: false, hasLeft: false },
  })
  show('?lane=released')
  await vi.waitFor(() => expect(called).toHaveBeenCalledTimes(1))
  await vi.waitFor(() =>
    expect(queryClient.getQueryData(releasedQuery('/H160/MEL').queryKey)?.marks.readOn).toBeDefined(),
  )
  show('?lane=released')
  expect(await screen.findAllByText(/approved 2026/)).toHaveLength(2)
  expect(called).toHaveBeenCalledTimes(1)
})

it('says that a temporary revision is over although it was not ended yet', async () => {
  serving({
    publication: publicationOf({
      state: 'approved',
      approval,
      validFrom: '2001-01-01',
      validUntil: '2001-01-02',
    }),
    letters: [],
    marks: { isOpen: false, hasLeft: false, readOn: '2001-01-01T00:00:00Z' },
  })
  show('?lane=released')
  expect(await screen.findByText('Temporary revision. It ended on 2001/01/02.')).toBeVisible()
})

it('says whom the files of the publication are for', async () => {
  const publishedFor = [{ name: 'QZ-HAA', isAircraft: true, aircraft: ['QZ-HAA'] }]
  const marks = { isOpen: false, hasLeft: false, readOn: '2001-01-01T00:00:00Z' }
  const publication = publicationOf({ state: 'approved', approval, profiles: [], publishedFor })
  serving({ publication, letters: [], marks })
  show('?lane=released')
  expect(await screen.findByText('its files are for QZ-HAA only')).toBeVisible()
})

it('says so when nobody knows which publication it is', async () => {
  server.use(http.get(at('/publications/released'), () => problem(404, 'not_found', 'Not found')))
  show('?lane=released')
  expect(await screen.findByText(/details of this publication could not be loaded/)).toBeVisible()
})

it('is silent in other lanes', async () => {
  const asked = vi.fn()
  server.use(
    http.get(at('/publications/released'), () => {
      asked()
      return HttpResponse.json({ letters: [], marks: { isOpen: false, hasLeft: false } })
    }),
  )
  show('')
  // An answer to another call has come by then.
  await queryClient.fetchQuery({ queryKey: ['another'], queryFn: () => Promise.resolve(true) })
  await new Promise(requestAnimationFrame)
  expect(asked).not.toHaveBeenCalled()
  expect(screen.queryByText(/released|approved/)).toBeNull()
})
