import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { FieldError, Me } from '@/api/types'
import { ada, noCounts, tokenFor } from './people'
import { presetFrom } from './publications'
import { searchAnswer } from './search'

/** The address of a call as the client sends it. */
export const at = (path: string) => `${location.origin}/kbj/api${path}`

export function problem(status: number, code: string, title: string, errors?: readonly FieldError[]) {
  return HttpResponse.json(
    { type: `urn:airfolio:${code}`, title, status, code, requestId: 'request-1', errors },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  )
}

const emptyPage = { items: [], total: 0, pageNumber: 1, pageSize: 10 }

/** The answers of the server to `me` while nothing has happened yet. */
export function answersFor(me: Me, password = 'right password') {
  return [
    http.post(at('/users/login'), async ({ request }) => {
      const sent = await request.json()
      const good = JSON.stringify(sent) === JSON.stringify({ account: me.user.account, password })
      if (!good) return problem(401, 'login.failed', 'Username or password error')
      return HttpResponse.json(me, { headers: { Authorization: `Bearer ${tokenFor(me)}` } })
    }),
    http.get(at('/users/signInOptions'), () => HttpResponse.json({ passwords: true, providers: [] })),
    http.post(at('/users/logout'), () => new HttpResponse(null, { status: 204 })),
    http.get(at('/users/me'), () => HttpResponse.json(me)),
    http.get(at('/users/sessions'), () => HttpResponse.json([])),
    http.get(at('/users/secondFactor'), () => HttpResponse.json({ required: false, recoveryCodesLeft: 0 })),
    http.get(at('/counts'), () => HttpResponse.json(noCounts)),
    http.get(at('/notifications'), () => HttpResponse.json(emptyPage)),
    http.get(at('/audit'), () => HttpResponse.json(emptyPage)),
    http.get(at('/system'), () => HttpResponse.json({})),
    http.get(at('/webhooks'), () => HttpResponse.json(emptyPage)),
    http.get(at('/publications/presets'), () => HttpResponse.json([])),
    http.put(at('/publications/presets'), async ({ request }) =>
      HttpResponse.json(presetFrom(await request.json())),
    ),
    http.get(at('/publications/released'), () =>
      HttpResponse.json({ letters: [], marks: { isOpen: false, hasLeft: false } }),
    ),
    http.get(at('/config/operator'), () => HttpResponse.json(emptyPage)),
    http.get(at('/csdb'), () => HttpResponse.json([])),
    http.get(at('/csdb/manual'), () => HttpResponse.json([])),
    http.get(at('/csdb/manualTypeDetail'), () => HttpResponse.json([])),
    http.get(at('/config/csdbTypes'), () => HttpResponse.json([])),
    http.get(at('/files/fts/suggest'), () => HttpResponse.json([])),
    http.post(at('/files/fts/default'), () => HttpResponse.json(searchAnswer([]))),
    http.get(at('/jobs/events'), () => new HttpResponse(new ReadableStream())),
    http.post(at('/airline/jobs/getJobsWithPage'), () => HttpResponse.json(emptyPage)),
    http.get(at('/packages'), () => HttpResponse.json(emptyPage)),
    http.post(at('/users/recentVisitWithPage'), () => HttpResponse.json(emptyPage)),
    http.post(at('/users/getBookmarksWithPage'), () => HttpResponse.json(emptyPage)),
    http.post(at('/users/checkedOutListWithPage'), () => HttpResponse.json(emptyPage)),
    http.get(at('/config/editing'), () =>
      HttpResponse.json({ commentRequired: false, ownRelease: false, reminderDays: 5, version: 0 }),
    ),
    http.get(at('/config/revisions'), () => HttpResponse.json({ decisionDays: 60, version: 0 })),
    http.get(at('/revisions/waiting'), () => HttpResponse.json(emptyPage)),
    http.get(at('/revisions/decisions'), () => HttpResponse.json(emptyPage)),
    http.get(at('/config/brex'), () => HttpResponse.json([])),
    http.get(at('/config/importRules'), () => HttpResponse.json({ checkImports: false, version: 0 })),
    http.get(at('/glossaryRepository'), () => HttpResponse.json([])),
    http.get(at('/view/default/*'), () => problem(404, 'not_found', 'Not found')),
    http.get(at('/view/choices/*'), () => HttpResponse.json({ aircraft: [], products: [], properties: [] })),
    http.get(at('/files/statusEvents/*'), () => HttpResponse.json([])),
    http.get(at('/files/melGuard/*'), () => HttpResponse.json({ overrides: [], mayOverride: false })),
    http.get(at('/comments/default/*'), () => HttpResponse.json({ threads: [] })),
    http.get(at('/comments'), () => HttpResponse.json(emptyPage)),
    http.get(at('/compliance/auditPacks'), () => HttpResponse.json([])),
    http.get(at('/changeRequests'), () => HttpResponse.json(emptyPage)),
    http.get(at('/changeRequests/people'), () => HttpResponse.json([])),
    http.get(at('/changeRequests/views'), () => HttpResponse.json([])),
    http.get(at('/compliance'), () => HttpResponse.json([])),
    http.get(at('/compliance/reviews'), () => HttpResponse.json(emptyPage)),
    http.get(at('/compliance/owners'), () => HttpResponse.json([])),
    http.get(at('/compliance/policyItems'), () => HttpResponse.json(emptyPage)),
    http.get(at('/compliance/policyRefs/*'), () => HttpResponse.json([])),
    http.get(at('/compliance/policyItem/:id/images'), () => HttpResponse.json([])),
    http.get(at('/compliance/policyItem/:id/wordings'), () => HttpResponse.json([])),
    http.get(at('/compliance/policyItem/:id/mappings'), () => HttpResponse.json([])),
    http.get(at('/compliance/dashboard'), () =>
      HttpResponse.json({ collections: [], categories: [], manuals: [] }),
    ),
    http.get(at('/editor/contentModel/*'), () =>
      HttpResponse.json({ origin: 'schema', elements: [], attributes: [], values: [] }),
    ),
    http.get(at('/files/checkouts'), () => HttpResponse.json([])),
    http.get(at('/files/wip'), () => HttpResponse.json({ drafts: [] })),
    http.get(at('/users/bookmarkFolders'), () => HttpResponse.json([])),
    http.get(at('/user-manage/queryAllUsers'), () => HttpResponse.json(emptyPage)),
  ]
}

/** A server for the tests of one file; a call it does not know fails the test. */
export function startServer(me: Me = ada) {
  const server = setupServer(...answersFor(me))
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}
