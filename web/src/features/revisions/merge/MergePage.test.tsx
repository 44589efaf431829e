import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/api/queries'
import type { OpenTodo } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { stored } from '@/testing/keptTexts'
import { arthur } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { mergedText, openTodo, revisionDetail, revisionTodo } from '@/testing/revisions'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'
import { MergePage } from './MergePage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

connectApp()
stubTabs()
const server = startServer(arthur)
beforeEach(() => stored.clear())

const views = {
  Redline: ({ left, right }: { left: string; right: string }) => <p>{`Redline ${left} ${right}`}</p>,
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
function serving(...opened: OpenTodo[]) {
  const sent: Sent[] = []
  const checked: string[] = []
  let reads = 0
  server.use(
    http.get(at('/revisions/200'), () => HttpResponse.json(revisionDetail({ state: 'confirmed' }))),
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
    http.put(at('/revisions/200/todos/1/resolution'), async ({ request }) => {
      sent.push(JSON.parse(await request.text()))
      return HttpResponse.json(revisionTodo('1', { state: 'done', version: 2 }))
    }),
  )
  return { sent, checked }
}

const show = () =>
  renderRoute(
    <MergePage views={views} />,
    ['/revisions/:revisionId/todos/:todoId'],
    arthur,
    '/revisions/200/todos/1',
  )
const choices = () => within(screen.getByRole('group', { name: 'Choice' }))
const done = openTodo({
  todo: revisionTodo('1', { state: 'done', version: 2 }),
  workingVersion: '74',
  maySave: false,
})

describe('the merge of a module', () => {
  it('shows each conflict with base, both sides and the result', async () => {
    serving(openTodo())
    const { user } = show()
    expect(await screen.findByText('Conflict 1 of 2')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Before (old OEM)' })).toHaveTextContent('Before.')
    expect(screen.getByRole('region', { name: 'OEM (new)' })).toHaveTextContent('14 Nm.')
    expect(screen.getByRole('region', { name: 'Airline' })).toHaveTextContent('12 Nm.')
    expect(screen.getByRole('region', { name: 'Result' })).toHaveTextContent('12 Nm.')
    const text = within(screen.getByRole('region', { name: 'Merged text' }))
    await user.click(text.getByRole('button', { name: 'Conflict 2' }))
    expect(await screen.findByText('Conflict 2 of 2')).toBeVisible()
  })

  it('is decided by keys alone, and saved as one text', async () => {
    const { sent } = serving(openTodo(), done)
    const { user } = show()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1')
    expect(choices().getByRole('button', { name: /^OEM/ })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('region', { name: 'Merged text' })).toHaveTextContent('Use 14 Nm.')
    await user.keyboard('n')
    await screen.findByText('Conflict 2 of 2')
    await user.keyboard('3')
    expect(screen.getByText('2 of 2 conflicts decided')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Both apply')
    await user.click(screen.getByRole('button', { name: 'Save and mark done' }))
    expect(await screen.findByText('This to-do is done')).toBeVisible()
    const text = mergedText
      .replace('12 Nm', '14 Nm')
      .replace('<para id="p2">Ours.</para>', '<para id="p2">Ours.</para>\n  <para>Theirs.</para>')
    expect(sent).toEqual([
      { resolution: 'text', text, workingVersion: '73', version: 1, note: 'Both apply', done: true },
    ])
    expect(stored.size).toBe(0)
  })

  it('waits for every conflict, and keeps ours where nothing is chosen', async () => {
    const { sent } = serving(openTodo(), done)
    const { user } = show()
    const save = await screen.findByRole('button', { name: 'Save and mark done' })
    expect(save).toHaveAccessibleDescription('2 conflicts are undecided')
    await user.click(screen.getByRole('button', { name: 'Keep airline text at all others' }))
    await user.click(save)
    await screen.findByText('This to-do is done')
    // The working version has this text already.
    expect(sent).toEqual([{ resolution: 'ours', workingVersion: '73', version: 1, done: true }])
  })

  it('takes what is typed, and checks it meanwhile', async () => {
    const { checked } = serving(openTodo())
    const { user } = show()
    await screen.findByText('Conflict 1 of 2')
    await user.click(choices().getByRole('button', { name: /^OEM/ }))
    const problems = within(screen.getByRole('region', { name: 'Problems' }))
    expect(await problems.findByText(/Too much torque/)).toBeVisible()
    expect(problems.getByRole('button', { name: 'Conflict 1' })).toBeVisible()
    await user.click(choices().getByRole('button', { name: /^Edit/ }))
    const field = screen.getByRole('textbox', { name: 'Result' })
    expect(field).toHaveFocus()
    expect(field).toHaveValue('<para id="p1">Use 14 Nm.</para>')
    await user.clear(field)
    await user.type(field, '<para>13 Nm n1</para>')
    // Keys that are typed into the field are no commands.
    expect(screen.getByText('Conflict 1 of 2')).toBeVisible()
    await waitFor(() => expect(checked.at(-1)).toContain('<para>13 Nm n1</para>'))
    expect(await problems.findByText('No problems found.')).toBeVisible()
  })

  it('keeps choices through a lost page', async () => {
    serving(openTodo())
    const first = show()
    await screen.findByText('Conflict 1 of 2')
    await first.user.keyboard('1')
    await waitFor(() => expect(stored.size).toBe(1))
    cleanup()
    const { user } = show()
    expect(await screen.findByText('Your choices that were not saved were restored.')).toBeVisible()
    expect(choices().getByRole('button', { name: /^OEM/ })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'Discard them' }))
    await waitFor(() => expect(stored.size).toBe(0))
  })
})

describe('a decision that another person made meanwhile', () => {
  const faster = openTodo({
    todo: revisionTodo('1', {
      state: 'done',
      version: 4,
      decidedBy: 'li.author',
      decidedOn: '2026-03-04T05:06:07Z',
    }),
    workingVersion: '80',
    maySave: false,
  })

  function servingClash() {
    const { sent } = serving(openTodo(), faster)
    const calls: unknown[] = []
    server.use(
      http.get(at('/bytes/default/H160/MEL/*'), () => HttpResponse.text('<dmodule>saved</dmodule>')),
      http.put(at('/revisions/200/todos/1/done'), async ({ request }) => {
        calls.push(await request.json())
        return HttpResponse.json(revisionTodo('1', { version: 5 }))
      }),
      http.put(
        at('/revisions/200/todos/1/resolution'),
        () => problem(409, 'revision.todo_done', 'Decided meanwhile'),
        { once: true },
      ),
    )
    return { sent, calls }
  }

  async function clash() {
    const { user } = show()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1')
    await user.click(screen.getByRole('button', { name: 'Keep airline text at all others' }))
    await user.click(screen.getByRole('button', { name: 'Save and mark done' }))
    expect(await screen.findByText('Another person decided meanwhile')).toBeVisible()
    expect(screen.getByText(/Decided by li.author/)).toBeVisible()
    return user
  }

  it('leaves both texts to choose from, and the own one can be used', async () => {
    const { sent, calls } = servingClash()
    const user = await clash()
    expect(await screen.findByText(/Left <dmodule>saved<\/dmodule> Right .*Use 14 Nm/s)).toBeVisible()
    expect(stored.size).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Use my text' }))
    await waitFor(() => expect(stored.size).toBe(0))
    expect(calls).toEqual([{ done: false, version: 4 }])
    expect(sent).toEqual([
      {
        resolution: 'text',
        text: mergedText.replace('12 Nm', '14 Nm'),
        workingVersion: '80',
        version: 5,
        done: true,
      },
    ])
  })

  it('can be kept', async () => {
    const { sent } = servingClash()
    const user = await clash()
    await user.click(screen.getByRole('button', { name: 'Keep the saved text' }))
    expect(await screen.findByText('This to-do is done')).toBeVisible()
    expect(sent).toEqual([])
    expect(stored.size).toBe(0)
  })
})

describe('other to-dos', () => {
  it('ask for the module as a whole where there is nothing to merge', async () => {
    const deleted = openTodo({
      todo: revisionTodo('1', { reason: 'deletedByOem', conflicts: 0 }),
      theirs: undefined,
      result: undefined,
    })
    const { sent } = serving(deleted, done)
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Remove from the working version' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({ resolution: 'removed', workingVersion: '73', version: 1, done: true })
    expect(screen.queryByRole('button', { name: 'Take the OEM version' })).toBeNull()
  })

  it('show the module again when another person decided about it as a whole', async () => {
    const deleted = openTodo({
      todo: revisionTodo('1', { reason: 'deletedByOem', conflicts: 0 }),
      theirs: undefined,
      result: undefined,
    })
    serving(deleted, { ...done, result: undefined })
    server.use(
      http.put(at('/revisions/200/todos/1/resolution'), () =>
        problem(409, 'revision.todo_done', 'Decided meanwhile'),
      ),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Keep the airline version' }))
    expect(await screen.findByText('Decided meanwhile')).toBeVisible()
    expect(await screen.findByText('This to-do is done')).toBeVisible()
  })

  it('bring back a text about an older version to choose from', async () => {
    serving(openTodo(), openTodo({ workingVersion: '90' }))
    server.use(http.get(at('/bytes/default/H160/MEL/*'), () => HttpResponse.text('<dmodule>saved</dmodule>')))
    const first = show()
    await screen.findByText('Conflict 1 of 2')
    await first.user.keyboard('1')
    await waitFor(() => expect(stored.size).toBe(1))
    cleanup()
    queryClient.clear()
    show()
    expect(await screen.findByText(/Left <dmodule>saved<\/dmodule> Right .*Use 14 Nm/s)).toBeVisible()
  })

  it('are closed while somebody has checked the module out', async () => {
    serving(openTodo({ holder: 'li.author', maySave: false }))
    show()
    const save = await screen.findByRole('button', { name: 'Save and mark done' })
    expect(save).toHaveAccessibleDescription('Checked out by li.author')
  })

  it('show the changes of both sides as a page', async () => {
    serving(openTodo())
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Changes of the OEM' }))
    expect(screen.getByText('Redline 70 71')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Airline text and saved result' }))
    expect(screen.getByText('Redline 72 73')).toBeVisible()
  })

  it('say that a text is refused, and why', async () => {
    serving(openTodo())
    server.use(
      http.put(at('/revisions/200/todos/1/resolution'), () =>
        HttpResponse.json(
          {
            type: 'urn:airfolio:checkin.invalid',
            title: 'The text is not valid',
            status: 422,
            code: 'checkin.invalid',
            requestId: 'r',
            findings: [{ line: 2, message: 'Element para: not expected' }],
          },
          { status: 422, headers: { 'Content-Type': 'application/problem+json' } },
        ),
      ),
    )
    const { user } = show()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Element para: not expected')).toBeVisible()
    expect(stored.size).toBe(1)
  })
})
