import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/api/queries'
import { connectApp } from '@/testing/connectApp'
import { stored } from '@/testing/keptTexts'
import { doneTodo, servingTodo, showMerge } from '@/testing/mergePage'
import { arthur } from '@/testing/people'
import { mergedText, openTodo, revisionDetail, revisionTodo } from '@/testing/revisions'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

connectApp()
stubTabs()
const server = startServer(arthur)
beforeEach(() => stored.clear())

const choices = () => within(screen.getByRole('group', { name: 'Choice' }))
describe('the merge of a module', () => {
  it('shows each conflict with base, both sides and the result', async () => {
    servingTodo(server, openTodo())
    const { user } = showMerge()
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
    const { sent } = servingTodo(server, openTodo(), doneTodo)
    const { user } = showMerge()
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

  it('goes to the next undecided conflict, and from a decided module to the next one', async () => {
    servingTodo(server, openTodo(), doneTodo)
    const { user } = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1u')
    await screen.findByText('Conflict 2 of 2')
    await user.keyboard('2u')
    expect(screen.getByText('Conflict 2 of 2')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Next undecided' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save and mark done' }))
    expect(await screen.findByRole('link', { name: 'Next: Module 2' })).toHaveAttribute(
      'href',
      '#/revisions/200/todos/2',
    )
  })

  it('tells that another person decided it before anything is saved', async () => {
    servingTodo(server, openTodo())
    const decided = revisionTodo('1', {
      state: 'done',
      version: 2,
      decidedBy: 'li.author',
      decidedOn: '2026-03-04T05:06:07Z',
    })
    server.use(
      http.get(at('/revisions/200/todos'), () =>
        HttpResponse.json({ items: [decided], total: 1, pageNumber: 1, pageSize: 20 }),
      ),
    )
    showMerge()
    expect(await screen.findByText('li.author has already decided this to-do')).toBeVisible()
    expect(screen.getByText('Conflict 1 of 2')).toBeVisible()
  })

  it('offers no OEM version for a customised copy, which is another module', async () => {
    servingTodo(server, openTodo({ copyOf: '/H160/MEL/DMC-H160-A-25-00-01-00A-040A-A_en-US.XML' }))
    const { user } = showMerge()
    expect(await screen.findByText(/^This is a customised copy of DMC-H160-A-25-00-01/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Whole module' }))
    expect(screen.getByRole('menuitem', { name: 'Keep the merged text' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Take the OEM version' })).toBeNull()
  })

  it('waits for every conflict, and keeps ours where nothing is chosen', async () => {
    const { sent } = servingTodo(server, openTodo(), doneTodo)
    const { user } = showMerge()
    const save = await screen.findByRole('button', { name: 'Save and mark done' })
    await user.hover(save)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('2 conflicts are undecided')
    await user.click(screen.getByRole('button', { name: 'Keep airline text at all others' }))
    await user.click(save)
    await screen.findByText('This to-do is done')
    // The working version has this text already.
    expect(sent).toEqual([{ resolution: 'ours', workingVersion: '73', version: 1, done: true }])
  })

  it('takes what is typed, and checks it meanwhile', async () => {
    const { checked } = servingTodo(server, openTodo())
    const { user } = showMerge()
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

  it('keeps decisions when the text is saved and the to-do stays open', async () => {
    const saved = openTodo({ todo: revisionTodo('1', { version: 2 }), workingVersion: '74', isEdited: true })
    const { sent } = servingTodo(server, openTodo(), saved)
    const { user } = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(
      await screen.findByText(
        'The module was edited after the confirmation. The merge is with its current text.',
      ),
    ).toBeVisible()
    expect(await screen.findByText('1 of 2 conflicts decided')).toBeVisible()
    expect(screen.queryByText('Your choices that were not saved were restored.')).toBeNull()
  })

  it('asks before choices are dropped for the whole module', async () => {
    const { sent } = servingTodo(server, openTodo(), doneTodo)
    const { user } = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1')
    await user.click(screen.getByRole('button', { name: 'Whole module' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Keep the merged text' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard your choices?' }))
    expect(sent).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Keep the merged text' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ resolution: 'ours', done: true })
  })

  it('keeps choices through a lost page', async () => {
    servingTodo(server, openTodo())
    const first = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await first.user.keyboard('1')
    await waitFor(() => expect(stored.size).toBe(1))
    cleanup()
    const { user } = showMerge()
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
    const { sent } = servingTodo(server, openTodo(), faster)
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
    const { user } = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1')
    await user.click(screen.getByRole('button', { name: 'Keep airline text at all others' }))
    await user.click(screen.getByRole('button', { name: 'Save and mark done' }))
    expect(await screen.findByText('Another person decided meanwhile')).toBeVisible()
    expect(screen.getByText(/Decided by li.author/)).toBeVisible()
    return user
  }

  it.each([
    ['waiting', 'The confirmation of this revision was undone'],
    ['rejected', 'This revision was rejected'],
  ] as const)('keeps the choices when the revision is %s meanwhile', async (state, title) => {
    servingTodo(server, openTodo())
    let isUndone = false
    server.use(
      http.get(at('/revisions/200'), () =>
        HttpResponse.json(revisionDetail({ state: isUndone ? state : 'confirmed' })),
      ),
      http.put(at('/revisions/200/todos/1/resolution'), () => {
        isUndone = true
        return problem(409, 'revision.not_confirmed', 'This revision has not been confirmed')
      }),
    )
    const { user } = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1')
    await user.click(screen.getByRole('button', { name: 'Keep airline text at all others' }))
    await user.click(screen.getByRole('button', { name: 'Save and mark done' }))
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByText(/Your choices stay in this browser/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download my text' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Merged text' })).toHaveTextContent('14 Nm')
    expect(stored.size).toBe(1)
  })

  it('offers no saving of kept choices when the confirmation was undone', async () => {
    servingTodo(server, openTodo(), { ...openTodo({ workingVersion: '72' }) })
    const { user } = showMerge()
    await screen.findByText('Conflict 1 of 2')
    await user.keyboard('1')
    await waitFor(() => expect(stored.size).toBe(1))
    server.use(http.get(at('/revisions/200'), () => HttpResponse.json(revisionDetail({ state: 'waiting' }))))
    await queryClient.invalidateQueries()
    const own = await screen.findByRole('button', { name: 'Use my text' })
    await waitFor(() => expect(own).toHaveAttribute('aria-disabled', 'true'))
    expect(screen.getByText('The confirmation of this revision was undone')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download my text' })).toBeVisible()
  })

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

  it('can be tried again when the own text is refused after reopening', async () => {
    const reopened = openTodo({ todo: revisionTodo('1', { version: 5 }), workingVersion: '80' })
    const { sent } = servingTodo(server, openTodo(), faster, reopened, doneTodo)
    const calls: unknown[] = []
    const refusals = [
      () => problem(409, 'revision.todo_done', 'Decided meanwhile'),
      () => problem(422, 'checkin.invalid', 'Not valid'),
    ].map((refusal) => http.put(at('/revisions/200/todos/1/resolution'), refusal, { once: true }))
    server.use(
      http.get(at('/bytes/default/H160/MEL/*'), () => HttpResponse.text('<dmodule>saved</dmodule>')),
      http.put(at('/revisions/200/todos/1/done'), async ({ request }) => {
        calls.push(await request.json())
        return HttpResponse.json(revisionTodo('1', { version: 5 }))
      }),
      ...refusals,
    )
    const user = await clash()
    await user.click(screen.getByRole('button', { name: 'Use my text' }))
    expect(await screen.findByText('Not valid')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use my text' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(calls).toEqual([{ done: false, version: 4 }])
    expect(sent[0]).toMatchObject({ workingVersion: '80', version: 5 })
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
