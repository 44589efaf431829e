import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ComparedVersions, Rebase } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { stored } from '@/testing/keptTexts'
import { file } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { mergedText, openTodo } from '@/testing/revisions'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'
import { RebasePage } from './RebasePage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

connectApp()
stubTabs()
const server = startServer(arthur)
beforeEach(() => stored.clear())

const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`
const views = {
  Redline: () => null,
  Compared: ({ compared }: { compared: ComparedVersions }) => <p>{`Page ${compared.pages[0]?.html}`}</p>,
  Compare: ({ left, right }: { left: { text: string }; right: { text: string } }) => (
    <p>{`Left ${left.text} Right ${right.text}`}</p>
  ),
}

function rebase(more: Partial<Rebase> = {}): Rebase {
  return {
    file: file(key, { versionId: '78', issueNumber: '001', inWork: '02' }),
    base: file(key, { versionId: '77', issueNumber: '001', inWork: '01' }),
    text: '<dmodule>mine</dmodule>',
    sha256: 'abc',
    theirText: '<dmodule>theirs</dmodule>',
    baseText: '<dmodule/>',
    result: openTodo().result,
    isOutdated: true,
    ...more,
  }
}

/** The page does not show the status. */
const status = [{ subject: 'Responsible company', old: 'A', new: 'B' }]

function serving(...read: Rebase[]) {
  const sent: unknown[] = []
  let reads = 0
  server.use(
    http.get(at(`/drafts/rebase/default${path}`), () => {
      reads += 1
      return HttpResponse.json(read[Math.min(reads, read.length) - 1])
    }),
    http.post(at(`/drafts/check/default${path}`), () => HttpResponse.json({ problems: [] })),
    http.post(at(`/drafts/rebasedPage/default${path}`), () =>
      HttpResponse.json({ count: 1, coarse: false, status, pages: [{ html: 'merged' }] }),
    ),
    http.put(at(`/drafts/rebase/default${path}`), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ sha256: 'def', savedOn: '2026-03-04T14:03:07Z', size: 3 })
    }),
  )
  return sent
}

const show = () =>
  renderPage(<RebasePage views={views} />, arthur, `/rebase?path=${encodeURIComponent(path)}`)

describe('merging a newer version into a draft', () => {
  it('asks about each conflict, in the words of drafts', async () => {
    const sent = serving(rebase())
    const { user, place } = show()
    expect(await screen.findByText('Conflict 1 of 2')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Newer version' })).toHaveTextContent('14 Nm.')
    expect(screen.getByRole('region', { name: 'My draft' })).toHaveTextContent('12 Nm.')
    expect(await screen.findByText('Page merged')).toBeVisible()
    expect(screen.getByText('Responsible company: A → B')).toBeVisible()
    const save = screen.getByRole('button', { name: 'Save as draft and edit' })
    await user.hover(save)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('2 conflicts are undecided')
    const choices = within(screen.getByRole('group', { name: 'Choice' }))
    await user.click(choices.getByRole('button', { name: /^Newer version/ }))
    await user.click(screen.getByRole('button', { name: 'Keep draft at all others' }))
    await user.click(save)
    await waitFor(() => expect(place()).toBe(`/editor?path=${encodeURIComponent(path)}`))
    const text = mergedText.replace('12 Nm', '14 Nm')
    expect(sent).toEqual([{ text, sha256: 'abc', version: '78' }])
    expect(stored.size).toBe(0)
  })

  it('loads the merge again when the draft was changed elsewhere', async () => {
    const fresh = rebase({
      sha256: 'new',
      result: { text: '<a/>', conflicts: [], origins: [], isCoarse: false },
    })
    serving(rebase({ result: { text: '<b/>', conflicts: [], origins: [], isCoarse: false } }), fresh)
    server.use(
      http.put(at(`/drafts/rebase/default${path}`), () =>
        problem(409, 'draft.newer', 'Another text was saved'),
      ),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Save as draft and edit' }))
    expect(await screen.findByText('Another text was saved')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('region', { name: 'Merged text' })).toHaveTextContent('<a/>'))
  })

  it('asks to complete a draft that cannot be merged', async () => {
    const sent = serving(rebase({ result: undefined }))
    show()
    expect(await screen.findByText('The draft cannot be merged')).toBeVisible()
    const repair = screen.getByRole('link', { name: 'Complete the draft first' })
    expect(repair).toHaveAttribute('href', `#/editor?path=${encodeURIComponent(path)}&merge=later`)
    expect(sent).toEqual([])
  })

  it('discards the newer changes only after a question', async () => {
    const sent = serving(rebase({ result: undefined }))
    const { user } = show()
    expect(await screen.findByText('The draft cannot be merged')).toBeVisible()
    expect(screen.getByText(/Left <dmodule>theirs.*Right <dmodule>mine/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Continue with my draft' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(sent).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Discard changes' }))
    await waitFor(() =>
      expect(sent).toEqual([{ text: '<dmodule>mine</dmodule>', sha256: 'abc', version: '78' }]),
    )
  })

  it('leads to the editor when there is nothing to merge', async () => {
    serving(rebase({ isOutdated: false }))
    show()
    expect(await screen.findByText('Nothing to merge')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Edit draft' })).toBeVisible()
  })

  it('says why it cannot be loaded', async () => {
    server.use(
      http.get(at(`/drafts/rebase/default${path}`), () =>
        problem(409, 'file.not_checked_out', 'Nobody has checked this file out'),
      ),
    )
    show()
    expect(await screen.findByText('The merge could not be loaded')).toBeVisible()
  })
})
