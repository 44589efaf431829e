import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { comment, listedComment, openComments } from '@/testing/comments'
import { connectApp } from '@/testing/connectApp'
import { stored } from '@/testing/keptTexts'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'
import { ModuleRedline } from './ModuleRedline'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

connectApp()
stubTabs()
const server = startServer(ada)
const mel = library.manual('H160', 'MEL')
const file = library.file('DMC-H160-A-25-00-00-00A-040A-A_en-US')

class AlwaysInView {
  readonly #onView: IntersectionObserverCallback
  constructor(onView: IntersectionObserverCallback) {
    this.#onView = onView
  }
  observe(target: Element) {
    queueMicrotask(() => Reflect.apply(this.#onView, undefined, [[{ isIntersecting: true, target }], this]))
  }
  disconnect() {}
}

const page = {
  html: '<article class="s1d-module"><p id="p1">The <del data-difference="0">old</del><ins data-difference="0">new</ins> hoist.</p></article>',
  truncated: false,
  references: [],
  figures: [],
  replaced: [],
}

const compared = {
  left: { file, draft: false },
  right: { file, draft: false },
  pages: [page],
  sources: [],
  count: 1,
  differences: [],
  status: [],
  coarse: false,
}

const threadsAddress = at(`/comments/default${file.path}`)

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('IntersectionObserver', AlwaysInView)
  HTMLElement.prototype.scrollIntoView = vi.fn()
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at(`/view/compare/default${file.path}`), () => HttpResponse.json(compared)),
  )
})

it('has the comments on the paragraphs of the new version, and takes more', async () => {
  const asked: string[] = []
  const sent: unknown[] = []
  const listed = listedComment('t1', { place: 'p1', text: 'Which one?' })
  server.use(
    http.get(threadsAddress, ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ threads: [listed] })
    }),
    http.get(at('/comments/threads/t1'), () =>
      HttpResponse.json(openComments(listed, [comment('c1', { text: 'Which one?' })])),
    ),
    http.post(at('/comments/threads/t1/seen'), () => new HttpResponse(null, { status: 204 })),
    http.post(threadsAddress, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(openComments(listed, [comment('c2')]))
    }),
  )
  const { user } = renderPage(<ModuleRedline path={file.path} left="70" right="77" hasRemarks />, ada)
  const text = await screen.findByRole('group', { name: 'Module text' })
  expect(within(text).getByRole('insertion')).toHaveTextContent('new')
  await user.click(await within(text).findByRole('button', { name: /The hoist\./ }))
  expect(
    await within(screen.getByRole('region', { name: 'Comments' })).findByText('Which one?'),
  ).toBeVisible()
  expect(asked[0]).toBe(`?version=${file.versionId}`)
  text.focus()
  await user.keyboard('jm')
  await user.type(await screen.findByRole('textbox', { name: /The new hoist\./ }), 'Say which.')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  await waitFor(() => expect(sent).toEqual([{ version: file.versionId, anchor: 'p1', text: 'Say which.' }]))
})

it('has no comments where nobody asks for them', async () => {
  renderPage(<ModuleRedline path={file.path} left="70" right="77" />, ada)
  expect(await screen.findByRole('insertion')).toHaveTextContent('new')
  expect(screen.queryByRole('group', { name: 'Module text' })).toBeNull()
})
