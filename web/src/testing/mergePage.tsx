import { HttpResponse, http } from 'msw'
import type { SetupServer } from 'msw/node'
import type { ComparedVersions, OpenTodo } from '@/api/types'
import { MergePage } from '@/features/revisions/merge/MergePage'
import { arthur } from './people'
import { renderRoute } from './renderPage'
import { openTodo, revisionDetail, revisionTodo } from './revisions'
import { at } from './server'

const views = {
  Redline: ({ left, right }: { left: string; right: string }) => <p>{`Redline ${left} ${right}`}</p>,
  Compared: ({ compared }: { compared: ComparedVersions }) => <p>{`Page ${compared.pages[0]?.html}`}</p>,
  Compare: ({ left, right }: { left: { text: string }; right: { text: string } }) => (
    <p>{`Left ${left.text} Right ${right.text}`}</p>
  ),
}

interface Sent {
  resolution: string
  text?: string
  workingVersion?: string
  version: number
  note?: string
  done: boolean
}

/** Serves a to-do, and the next one after each decision. */
export function servingTodo(server: SetupServer, ...opened: OpenTodo[]) {
  const sent: Sent[] = []
  const checked: string[] = []
  const drawn: (string | undefined)[] = []
  let reads = 0
  server.use(
    http.get(at('/revisions/200'), () => HttpResponse.json(revisionDetail({ state: 'confirmed' }))),
    http.get(at('/revisions/200/todos'), () =>
      HttpResponse.json({ items: [revisionTodo('2')], total: 1, pageNumber: 1, pageSize: 2 }),
    ),
    http.get(at('/revisions/200/todos/1'), () => {
      reads += 1
      return HttpResponse.json(opened[Math.min(reads, opened.length) - 1])
    }),
    http.post(at('/revisions/200/todos/1/check'), async ({ request }) => {
      const { text }: { text: string } = JSON.parse(await request.text())
      checked.push(text)
      const at14 = text.indexOf('14 Nm')
      const found = {
        code: 'x',
        severity: 'error',
        message: 'Too much torque',
        params: {},
        line: 2,
        column: 5,
      }
      return HttpResponse.json({ problems: at14 < 0 ? [] : [{ ...found, from: at14, to: at14 + 5 }] })
    }),
    http.post(at('/revisions/200/todos/1/page'), async ({ request }) => {
      const { text }: { text?: string } = JSON.parse(await request.text())
      drawn.push(text)
      const html = text === undefined ? 'saved' : 'merged'
      return HttpResponse.json({ count: 1, coarse: false, status: [], pages: [{ html }] })
    }),
    http.put(at('/revisions/200/todos/1/resolution'), async ({ request }) => {
      sent.push(JSON.parse(await request.text()))
      return HttpResponse.json(revisionTodo('1', { state: 'done', version: 2 }))
    }),
  )
  return { sent, checked, drawn }
}

export const showMerge = () =>
  renderRoute(
    <MergePage views={views} />,
    ['/revisions/:revisionId/todos/:todoId'],
    arthur,
    '/revisions/200/todos/1',
  )

/** After the decision. */
export const doneTodo = openTodo({
  todo: revisionTodo('1', { state: 'done', version: 2 }),
  workingVersion: '74',
  maySave: false,
})
