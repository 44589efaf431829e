import { HttpResponse, http } from 'msw'
import type { Choices, Graph, Neighbours, View } from '@/api/types'
import * as library from './library'
import { at } from './server'

export function view(key: string, more: Partial<View> = {}): View {
  return {
    file: library.file(key),
    html: '<article class="s1d-module" lang="en"><h2 id="s1d-a">1 General</h2><p id="s1d-p">The hoist.</p></article>',
    truncated: false,
    outline: [{ id: 's1d-a', number: '1', title: 'General', level: 1 }],
    references: [],
    figures: [],
    applicability: { annotations: [], hidden: 0, unknown: 0, chosen: [] },
    reasons: [],
    ...more,
  }
}

const noChoices: Choices = { properties: [], products: [], aircraft: [] }

interface Read {
  view?: View
  choices?: Choices
  neighbours?: Partial<Neighbours>
  graph?: Graph
}

/** What the server says to somebody who reads a module, and what it was asked. */
export function readerAnswers(key: string, { choices = noChoices, neighbours, graph, ...read }: Read = {}) {
  const asked: Record<'views' | 'visits' | 'bookmarks', unknown[]> = { views: [], visits: [], bookmarks: [] }
  const path = `/H160/MEL/${key}.XML`
  const empty = { items: [], total: 0, pageNumber: 1, pageSize: 100 }
  const handlers = [
    http.get(at(`/view/default${path}`), ({ request }) => {
      asked.views.push([...new URL(request.url).searchParams])
      return HttpResponse.json({ ...(read.view ?? view(key)) })
    }),
    http.get(at('/view/choices/default/H160/MEL'), () => HttpResponse.json({ ...choices })),
    http.get(at('/toc/getNeighbours'), () =>
      HttpResponse.json({ trail: [], position: 0, total: 0, ...neighbours }),
    ),
    http.get(at('/users/downloadToken'), () =>
      HttpResponse.json({ token: 'media-token', expiresOn: '2026-03-04T07:00:00Z' }),
    ),
    http.get(at(`/files/graph/default${path}`), () =>
      HttpResponse.json({ nodes: [], edges: [], capped: false, ...graph }),
    ),
    http.post(at('/users/recentVisit'), async ({ request }) => {
      asked.visits.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(at('/users/getBookmarksWithPage'), () => HttpResponse.json(empty)),
    http.post(at('/users/bookmark'), async ({ request }) => {
      asked.bookmarks.push(await request.json())
      return HttpResponse.json({ bookmarked: true })
    }),
    http.get(at('/dm/getAllDmListWithPage'), () => HttpResponse.json(empty)),
  ]
  return { handlers, asked }
}
