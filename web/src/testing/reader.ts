import { HttpResponse, http } from 'msw'
import type { Choices, Graph, Neighbours, View } from '@/api/types'
import * as library from './library'
import { at } from './server'

export function view(key: string, more: Partial<View> = {}): View {
  return {
    file: library.file(key),
    html: '<article class="s1d-module" lang="en"><h2 id="s1d-a">1 General</h2><p id="s1d-p">The hoist.</p></article>',
    withheld: false,
    truncated: false,
    outline: [{ id: 's1d-a', number: '1', title: 'General', level: 1 }],
    references: [],
    figures: [],
    applicability: { annotations: [], hidden: 0, unknown: 0, chosen: [], known: true },
    reasons: [],
    ...more,
  }
}

/** The answer that holds nothing of a module that does not apply. */
export function withheld(view: View): View {
  const html = '<article class="s1d-module"><p class="s1d-hidden">Not shown</p></article>'
  return { ...view, html, withheld: true, outline: [], references: [], figures: [] }
}

const noChoices: Choices = { properties: [], products: [], aircraft: [] }

interface ReaderAnswers {
  view?: View
  /** The view in its place when the text outside the choice is asked for, greyed. */
  greyed?: View
  choices?: Choices
  neighbours?: Partial<Neighbours>
  graph?: Graph
}

/** The answers of the server to somebody who reads a module, and the requests that it got. */
export function readerAnswers(
  key: string,
  { choices = noChoices, neighbours, graph, ...read }: ReaderAnswers = {},
) {
  const asked: Record<'views' | 'visits' | 'bookmarks', unknown[]> = { views: [], visits: [], bookmarks: [] }
  const path = `/H160/MEL/${key}.XML`
  const empty = { items: [], total: 0, pageNumber: 1, pageSize: 100 }
  const handlers = [
    http.get(at(`/view/default${path}`), ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.views.push([...query])
      const greyed = query.get('outside') === 'grey' ? read.greyed : undefined
      return HttpResponse.json({ ...(greyed ?? read.view ?? view(key)) })
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
