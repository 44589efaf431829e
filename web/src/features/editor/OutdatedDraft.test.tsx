import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { openedDraft } from '@/testing/drafts'
import { stored } from '@/testing/keptTexts'
import { file, version } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
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

async function openOutdated() {
  const draft = await openedDraft('<dmodule><para>Old</para></dmodule>', { isOutdated: true })
  server.use(
    http.get(at(`/files/default${path}`), () => HttpResponse.json(file(key, { checkedOutBy: 'arthur' }))),
    http.get(at(`/files/getVersions/default${path}`), () => HttpResponse.json([version(key)])),
    http.post(at(`/drafts/default${path}`), () => HttpResponse.json(draft)),
    http.post(at(`/drafts/check/default${path}`), () => HttpResponse.json({ problems: [] })),
  )
  return renderPage(<EditorPage />, arthur, `/editor?path=${encodeURIComponent(path)}`)
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

  it('of another person offers no choice', async () => {
    renderPage(<CancelCheckOutDialog path={path} title="Hoist" holder="ben" onClose={() => {}} />, arthur)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })
})
