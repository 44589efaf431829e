import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { draftEntry, openedDraft } from '@/testing/drafts'
import { stored } from '@/testing/keptTexts'
import { file } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { DraftList } from './DraftList'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const path = '/H160/MEL/DMC-A_en-US.XML'
const keptTexts = () => [...stored.values()].map((kept) => [kept.account, kept.path, kept.text])

async function goOn(state: 'discarded' | 'setAside', resume: () => Response) {
  const entry = draftEntry('DMC-A_en-US', { state })
  const draft = await openedDraft('<dmodule>Earlier</dmodule>', { id: entry.id, state })
  server.use(
    http.get(at('/files/wip'), () => HttpResponse.json({ drafts: [entry] })),
    http.get(at(`/drafts/${entry.id}`), () => HttpResponse.json(draft)),
    http.post(at(`/drafts/${entry.id}/continue`), resume),
    http.post(at(`/files/checkout/default${path}`), () => HttpResponse.json(file('DMC-A_en-US'))),
  )
  const shown = renderPage(<DraftList />, arthur)
  const list = within(await screen.findByRole('region', { name: 'Earlier drafts' }))
  await shown.user.click(await list.findByRole('button', { name: 'Continue' }))
  return shown
}

beforeEach(() => stored.clear())

describe('continuing an earlier draft', () => {
  it.each(['discarded', 'setAside'] as const)(
    'opens the editor with a draft that is %s, as it was left',
    async (state) => {
      const { place } = await goOn(state, () => HttpResponse.json(file('DMC-A_en-US')))
      await waitFor(() => expect(place()).toBe(`/editor?path=${encodeURIComponent(path)}`))
      expect(keptTexts()).toEqual([])
    },
  )

  it('does not put its text into another draft', async () => {
    const { place } = await goOn('discarded', () => problem(409, 'draft.open', 'This draft is open.'))
    expect(await screen.findByText('This draft is open.')).toBeVisible()
    expect(place()).toBe('/')
    expect(keptTexts()).toEqual([])
  })

  it('says who has the file, and stays', async () => {
    const { place } = await goOn('discarded', () =>
      problem(409, 'file.already_checked_out', 'ben has checked this file out'),
    )
    expect(await screen.findByText('ben has checked this file out')).toBeVisible()
    expect(place()).toBe('/')
    expect(keptTexts()).toEqual([])
  })
})

it('tells drafts that were set aside from those that an approver released', async () => {
  const entries = [
    draftEntry('DMC-A_en-US', { state: 'setAside', endedOn: undefined }),
    draftEntry('DMC-B_en-US', { state: 'setAside' }),
  ]
  server.use(http.get(at('/files/wip'), () => HttpResponse.json({ drafts: entries })))
  renderPage(<DraftList />, arthur)
  expect(await screen.findByText('Set aside')).toBeVisible()
  expect(screen.getByText('Released by an approver')).toBeVisible()
})

it('says who has the file of a released draft now', async () => {
  const held = { path, checkedOutBy: 'ben', checkedOutOn: '2026-03-06T05:06:07Z' }
  server.use(
    http.get(at('/files/wip'), () =>
      HttpResponse.json({ drafts: [draftEntry('DMC-A_en-US', { state: 'setAside' })] }),
    ),
    http.get(at('/files/checkouts'), () => HttpResponse.json([held])),
  )
  renderPage(<DraftList />, arthur)
  const list = within(await screen.findByRole('region', { name: 'Earlier drafts' }))
  expect(await list.findByText('ben')).toBeVisible()
  expect(list.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
})
