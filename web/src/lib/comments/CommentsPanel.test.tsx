import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { commentCalls, moduleCommentsQuery } from '@/api/comments'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { Comment, OpenComments, PlacedComment } from '@/api/types'
import { comment, listedComment, openComments } from '@/testing/comments'
import { connectApp } from '@/testing/connectApp'
import { stored } from '@/testing/keptTexts'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'
import { CommentsPanel } from './CommentsPanel'
import { CommentCallsProvider } from './calls'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))
connectApp()
stubTabs()
const server = startServer(rita)
const path = '/H160/MEL/DMC-H160-A-25-00-00-00A-040A-A_en-US.XML'

const calls = { ...commentCalls, account: rita.user.account }

beforeEach(() => stored.clear())

interface PanelProps {
  onAccept?: (id: string, shown: string) => Promise<void>
  /** The thread that a link leads to. */
  linked?: string
}

function Panel({ onAccept = async () => undefined, linked }: PanelProps) {
  const [open, setOpen] = useState(linked)
  return (
    <CommentCallsProvider value={calls}>
      <CommentsPanel
        query={useQuery(moduleCommentsQuery(path, { version: '1' }))}
        ids={['p1', 'p2']}
        open={open}
        onOpen={setOpen}
        onPlace={() => undefined}
        version="1"
        onAccept={onAccept}
        composer={null}
        onStart={() => undefined}
      />
    </CommentCallsProvider>
  )
}

/** Serves threads, the first of them with comments, and remembers what is sent. */
function serving(threads: PlacedComment[], comments: Comment[] = [], options: Partial<OpenComments> = {}) {
  const sent: { method: string; path: string; body: unknown }[] = []
  const note = async ({ request }: { request: Request }) => {
    const body = await request.text()
    const { pathname } = new URL(request.url)
    sent.push({
      method: request.method,
      path: pathname.replace('/kbj/api', ''),
      body: body && JSON.parse(body),
    })
    return threads[0] && HttpResponse.json(openComments(threads[0], comments, options))
  }
  server.use(
    http.get(at('/comments/default/*'), () => HttpResponse.json({ threads })),
    http.get(at('/comments/threads/:id'), () =>
      threads[0] ? HttpResponse.json(openComments(threads[0], comments, options)) : undefined,
    ),
    http.post(at('/comments/threads/:id'), note),
    http.put(at('/comments/threads/:id/state'), note),
    http.post(at('/comments/threads/:id/seen'), async (call) => {
      await note(call)
      return new HttpResponse(null, { status: 204 })
    }),
    http.put(at('/comments/:id'), async (call) => {
      await note(call)
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(at('/comments/:id'), async (call) => {
      await note(call)
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(at('/comments/people/default/*'), ({ request }) => {
      const part = new URL(request.url).searchParams.get('keywordFilter') ?? ''
      const people = [
        { account: 'ines.approver', name: 'Inês Caldeira' },
        { account: 'li.author', name: '' },
      ]
      return HttpResponse.json(people.filter(({ account }) => account.includes(part)))
    }),
  )
  return sent
}

async function openThread(options: Parameters<typeof serving>) {
  const sent = serving(...options)
  const page = renderPage(<Panel />, rita)
  await page.user.click(await screen.findByRole('button', { name: /Is this right/ }))
  return { ...page, sent }
}

describe('the panel', () => {
  it('lists open threads in the order of the text, and resolved ones on demand', async () => {
    serving([
      listedComment('1', { place: 'p2', quote: 'Second' }),
      listedComment('2', { place: 'p1', quote: 'First', placeState: 'changed' }),
      listedComment('3', { state: 'resolved', quote: 'Done' }),
      listedComment('4', { place: '', placeState: 'gone', quote: 'Lost' }),
    ])
    const { user } = renderPage(<Panel />, rita)
    const quotes = () => screen.getAllByRole('listitem').map((item) => item.textContent?.split('Is')[0])
    await screen.findByText('Second')
    expect(quotes()).toEqual(['First', 'Second', 'Whole module'])
    expect(screen.getByText('Text changed since')).toBeVisible()
    expect(screen.getByText('Text no longer there')).toBeVisible()
    await user.click(screen.getByRole('switch', { name: 'Show resolved' }))
    expect(quotes()).toContain('Done')
  })

  it('says that there is nothing, and that it could not be loaded', async () => {
    serving([])
    renderPage(<Panel />, rita)
    expect(await screen.findByText('No open comments')).toBeVisible()
  })

  it('tells when the comments cannot be loaded', async () => {
    server.use(http.get(at('/comments/default/*'), () => problem(404, 'file.not_found', 'Gone')))
    renderPage(<Panel />, rita)
    expect(await screen.findByText('Gone')).toBeVisible()
  })
})

describe('a thread', () => {
  it('is read and answered', async () => {
    const mention = comment('c1', { text: 'Is this right, @Ines.Approver?', mentions: ['ines.approver'] })
    const { user, sent } = await openThread([[listedComment('1', { isNew: true })], [mention]])
    expect((await screen.findByText('@Ines.Approver')).localName).toBe('strong')
    await user.type(screen.getByRole('textbox', { name: 'Answer' }), 'Yes.')
    await user.click(screen.getByRole('button', { name: 'Answer' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { method: 'POST', path: '/comments/threads/1/seen', body: { updatedOn: '2026-03-01T09:00:00Z' } },
        { method: 'POST', path: '/comments/threads/1', body: { text: 'Yes.' } },
      ]),
    )
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue(''))
    expect(stored.size).toBe(0)
  })

  it('refuses an empty answer and shows what the server refuses', async () => {
    const { user } = await openThread([[listedComment('1')], [comment('c1')]])
    await user.click(await screen.findByRole('button', { name: 'Answer' }))
    expect(screen.getByText('Write a comment or suggest a text')).toBeVisible()
    server.use(
      http.post(at('/comments/threads/:id'), () => problem(429, 'comment.too_fast', 'Too many comments')),
    )
    await user.type(screen.getByRole('textbox', { name: 'Answer' }), 'Yes.{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Too many comments')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue('Yes.')
  })

  it('completes the people that are mentioned', async () => {
    const { user } = await openThread([[listedComment('1')], [comment('c1')]])
    const field = await screen.findByRole('textbox', { name: 'Answer' })
    await user.type(field, 'Ask @')
    const list = await screen.findByRole('listbox', { name: 'People who can read this module' })
    expect(within(list).getAllByRole('option')).toHaveLength(2)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field).toHaveValue('Ask @li.author ')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  it('never mentions somebody else than who is typed, however fast', async () => {
    const { user } = await openThread([[listedComment('1')], [comment('c1')]])
    const field = await screen.findByRole('textbox', { name: 'Answer' })
    await user.type(field, 'Ask @')
    await screen.findByRole('listbox', { name: 'People who can read this module' })
    await user.keyboard('li{Enter}')
    expect(field).toHaveValue('Ask @li.author ')
    await user.keyboard('@zz{Enter}')
    expect(field).toHaveValue('Ask @li.author @zz\n')
  })

  it('takes no more words while an answer is sent', async () => {
    const { user } = await openThread([[listedComment('1')], [comment('c1')]])
    let finish = () => {}
    const sending = new Promise<void>((resolve) => {
      finish = resolve
    })
    server.use(
      http.post(at('/comments/threads/:id'), async () => {
        await sending
        return problem(429, 'comment.too_fast', 'Too many comments')
      }),
    )
    const field = await screen.findByRole('textbox', { name: 'Answer' })
    await user.type(field, 'Yes.{Control>}{Enter}{/Control}')
    await waitFor(() => expect(field).toHaveAttribute('readonly'))
    await user.type(field, ' No.')
    expect(field).toHaveValue('Yes.')
    finish()
    await waitFor(() => expect(field).not.toHaveAttribute('readonly'))
    await user.type(field, ' No.')
    expect(field).toHaveValue('Yes. No.')
  })

  it('that a link leads to and nobody can read is said to be missing', async () => {
    serving([listedComment('1')])
    server.use(
      http.get(at('/comments/threads/9'), () =>
        problem(404, 'comment.not_found', 'This comment does not exist'),
      ),
    )
    renderPage(<Panel linked="9" />, rita)
    expect(await screen.findByRole('alert')).toHaveTextContent('This comment does not exist')
  })

  it('is resolved by those who may', async () => {
    const { user, sent } = await openThread([[listedComment('1')], [comment('c1')]])
    await user.click(await screen.findByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { state: 'resolved' } }))
  })

  it('has no button to resolve it for others', async () => {
    await openThread([[listedComment('1')], [comment('c1')], { mayResolve: false }])
    await screen.findByRole('textbox', { name: 'Answer' })
    expect(screen.queryByRole('button', { name: 'Resolve' })).not.toBeInTheDocument()
  })

  it('keeps text that was not sent, and restores it', async () => {
    const { user } = await openThread([[listedComment('1')], [comment('c1')]])
    await user.type(await screen.findByRole('textbox', { name: 'Answer' }), 'Half a')
    await waitFor(() => expect([...stored.values()].map(({ text }) => text)).toEqual(['{"text":"Half a"}']))
    // Close the thread and open it again, as after a closed tab.
    await user.click(screen.getByRole('button', { expanded: true }))
    await user.click(screen.getByRole('button', { name: /Is this right/ }))
    expect(await screen.findByText('Your unsent text was restored.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue('Half a')
  })

  it('stays open with the answer that is typed when asking for news fails', async () => {
    const { user } = await openThread([[listedComment('1')], [comment('c1')]])
    const field = await screen.findByRole('textbox', { name: 'Answer' })
    await user.type(field, 'Half a')
    const failed = vi.fn(() => problem(400, 'bad', 'Bad answer'))
    server.use(http.get(at('/comments/default/*'), failed), http.get(at('/comments/threads/:id'), failed))
    await act(() => queryClient.invalidateQueries({ queryKey: keys.comments }))
    expect(failed).toHaveBeenCalledTimes(2)
    expect(field).toBeVisible()
    expect(field).toHaveValue('Half a')
  })
})

describe('a comment', () => {
  it('of my own is edited and deleted', async () => {
    const own = comment('c1', { isOwn: true })
    const { user, sent } = await openThread([[listedComment('1')], [own]])
    const menu = await screen.findByRole('button', { name: 'Actions for the comment of Ruth Amsler' })
    await user.click(menu)
    await user.click(screen.getByRole('menuitem', { name: 'Edit comment' }))
    const field = screen.getByRole('textbox', { name: 'Edit comment' })
    expect(field).toHaveFocus()
    await user.clear(field)
    await user.type(field, 'Now?')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { text: 'Now?' } }))
    await user.click(await screen.findByRole('button', { name: 'Actions for the comment of Ruth Amsler' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete comment' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete comment' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/comments/c1' }))
  })

  it('says why it could not be deleted', async () => {
    const own = comment('c1', { isOwn: true })
    const { user } = await openThread([[listedComment('1')], [own]])
    server.use(http.delete(at('/comments/:id'), () => problem(409, 'comment.fixed', 'It was accepted')))
    await user.click(await screen.findByRole('button', { name: 'Actions for the comment of Ruth Amsler' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete comment' }))
    const dialog = screen.getByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete comment' }))
    expect(await within(dialog).findByText('It was accepted')).toBeVisible()
  })

  it('that was deleted leaves its place', async () => {
    await openThread([[listedComment('1')], [comment('c1', { isDeleted: true, text: '' })]])
    expect(await screen.findByText('Ruth Amsler deleted a comment')).toBeVisible()
  })

  const suggestion = {
    old: 'Close it.',
    new: 'Open it.',
    redline: [
      { kind: 'deleted', text: 'Close' },
      { kind: 'inserted', text: 'Open' },
      { kind: 'same', text: ' it.' },
    ],
  }

  it('shows its suggestion as a redline, which only the holder of the check-out accepts', async () => {
    await openThread([[listedComment('1')], [comment('c1', { suggestion })]])
    expect((await screen.findByText('Close')).localName).toBe('del')
    expect(screen.getByText('Open', { selector: 'ins' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Accept into draft' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('is accepted with one click', async () => {
    const accept = vi.fn(async () => undefined)
    serving([listedComment('1')], [comment('c1', { suggestion })], { mayAccept: true })
    const { user } = renderPage(<Panel onAccept={accept} />, rita)
    await user.click(await screen.findByRole('button', { name: /Is this right/ }))
    await user.click(await screen.findByRole('button', { name: 'Accept into draft' }))
    expect(accept).toHaveBeenCalledWith('c1', 'Open it.')
  })
})
