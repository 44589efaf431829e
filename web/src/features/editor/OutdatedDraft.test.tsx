import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Draft } from '@/api/types'
import { tabId } from '@/lib/editing/tab'
import { connectApp } from '@/testing/connectApp'
import { hashOf, openedDraft } from '@/testing/drafts'
import { stored } from '@/testing/keptTexts'
import { file, version } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'
import { CancelCheckOutDialog } from './CancelCheckOutDialog'
import { EditorPage } from './EditorPage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

connectApp()
stubTabs()
const server = startServer(arthur)
beforeEach(() => stored.clear())

const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`

/** Text that this tab has left. */
function left(text: string, base: string): void {
  const kept = {
    key: 'left',
    account: 'arthur',
    path,
    tab: tabId(),
    text,
    on: '2026-03-04T05:06:07Z',
    version: base,
  }
  stored.set(kept.key, kept)
}

async function openOutdated(more: Partial<Draft> = { isOutdated: true }, query = '') {
  const draft = await openedDraft('<dmodule><para>Old</para></dmodule>', more)
  server.use(
    http.get(at(`/files/default${path}`), () => HttpResponse.json(file(key, { checkedOutBy: 'arthur' }))),
    http.get(at(`/files/getVersions/default${path}`), () => HttpResponse.json([version(key)])),
    http.post(at(`/drafts/default${path}`), () => HttpResponse.json(draft)),
    http.post(at(`/drafts/check/default${path}`), () => HttpResponse.json({ problems: [] })),
  )
  return renderPage(<EditorPage />, arthur, `/editor?path=${encodeURIComponent(path)}${query}`)
}

describe('a draft that a newer version overtook', () => {
  it('is merged before it is edited', async () => {
    await openOutdated()
    expect(await screen.findByText('A newer version was checked in')).toBeVisible()
    const link = screen.getByRole('link', { name: 'Merge' })
    expect(link).toHaveAttribute('href', `#/rebase?path=${encodeURIComponent(path)}`)
    expect(screen.queryByRole('textbox', { name: /^XML source of/ })).toBeNull()
  })

  it('can be edited first', async () => {
    const { user } = await openOutdated()
    await user.click(await screen.findByRole('button', { name: 'Edit first' }))
    expect(await screen.findByRole('textbox', { name: /^XML source of/ })).toBeInTheDocument()
  })
})

describe('a draft that cannot be merged yet', () => {
  it('is completed without a way back to the merge', async () => {
    await openOutdated({ isOutdated: true }, '&merge=later')
    expect(await screen.findByRole('textbox', { name: /^XML source of/ })).toBeInTheDocument()
    expect(screen.queryByText('A newer version was checked in')).toBeNull()
  })
})

describe('text that was typed before', () => {
  const own = '<dmodule><para>Typed</para></dmodule>'

  function receiving() {
    const calls: unknown[] = []
    const receive = (call: string) => async (request: Request) => {
      const body: { text: string; version: string } = await request.json()
      calls.push({ call, ...body, replaces: request.headers.get('If-Match') })
      return body
    }
    server.use(
      http.put(at(`/drafts/default${path}`), async ({ request }) => {
        const { text } = await receive('save')(request)
        return HttpResponse.json({ sha256: await hashOf(text), savedOn: '2026-03-04T14:03:07Z', size: 1 })
      }),
      http.post(at(`/drafts/replace/default${path}`), async ({ request }) => {
        const { text, version: base } = await receive('replace')(request)
        return HttpResponse.json(await openedDraft(text, { version: base, isOutdated: true }))
      }),
    )
    return calls
  }

  it('is saved before a newer version is merged into it', async () => {
    left(own, '77')
    const { user } = await openOutdated()
    const calls = receiving()
    await user.click(await screen.findByRole('button', { name: 'Use my text' }))
    expect(await screen.findByRole('link', { name: 'Merge' })).toBeVisible()
    const replaces = `"${await hashOf('<dmodule><para>Old</para></dmodule>')}"`
    expect(calls).toEqual([{ call: 'save', text: own, version: '77', replaces }])
    expect(stored.size).toBe(0)
  })

  it('does not become a text of the newer version', async () => {
    left(own, '76')
    const { user } = await openOutdated({ isOutdated: false })
    const calls = receiving()
    expect(await screen.findByText(/made from another version than the saved draft/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use my text' }))
    expect(await screen.findByText('A newer version was checked in')).toBeVisible()
    const replaces = `"${await hashOf('<dmodule><para>Old</para></dmodule>')}"`
    expect(calls).toEqual([{ call: 'replace', text: own, version: '76', replaces }])
    expect(stored.size).toBe(0)
  })

  it('stays in the browser when it cannot be taken', async () => {
    left(own, '76')
    const { user } = await openOutdated({ isOutdated: false })
    server.use(
      http.post(at(`/drafts/replace/default${path}`), () => problem(409, 'draft.newer', 'Another text')),
    )
    await user.click(await screen.findByRole('button', { name: 'Use my text' }))
    expect(await screen.findByText('Another text')).toBeVisible()
    expect(stored.size).toBe(1)
  })
})

describe('ending a check-out', () => {
  it('can set the draft aside for an urgent change', async () => {
    const calls: string[] = []
    server.use(
      http.post(at(`/files/:call/default${path}`), ({ params }) => {
        calls.push(String(params.call))
        return HttpResponse.json(file(key))
      }),
    )
    const closed = vi.fn()
    const { user } = renderPage(<CancelCheckOutDialog path={path} title="Hoist" onClose={closed} />, arthur)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('checkbox', { name: 'Set the draft aside' }))
    await user.click(dialog.getByRole('button', { name: 'Set aside' }))
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(calls).toEqual(['setAside'])
  })

  it('does not set a draft aside whose last words are not saved', async () => {
    renderPage(<CancelCheckOutDialog path={path} title="Hoist" isUnsaved onClose={() => {}} />, arthur)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('checkbox', { name: 'Set the draft aside' })).toBeDisabled()
    expect(dialog.getByText('Your last changes are not saved. Save them first.')).toBeVisible()
  })

  it('of another person offers no choice', async () => {
    renderPage(<CancelCheckOutDialog path={path} title="Hoist" holder="ben" onClose={() => {}} />, arthur)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })
})
