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

async function continueDraft(state: 'discarded' | 'setAside', checkOut: () => Response) {
  const entry = draftEntry('DMC-A_en-US', { state })
  const draft = await openedDraft('<dmodule>Earlier</dmodule>', { id: entry.id, state })
  server.use(
    http.get(at('/files/wip'), () => HttpResponse.json({ drafts: [entry] })),
    http.get(at(`/drafts/${entry.id}`), () => HttpResponse.json(draft)),
    http.post(at(`/files/checkout/default${path}`), checkOut),
  )
  const shown = renderPage(<DraftList />, arthur)
  const list = within(await screen.findByRole('region', { name: 'Earlier drafts' }))
  await shown.user.click(await list.findByRole('button', { name: 'Continue' }))
  return shown
}

beforeEach(() => stored.clear())

describe('continuing an earlier draft', () => {
  it.each(['discarded', 'setAside'] as const)(
    'checks the file out and opens the editor with the text of a draft that is %s',
    async (state) => {
      const { place } = await continueDraft(state, () => HttpResponse.json(file('DMC-A_en-US')))
      await waitFor(() => expect(place()).toBe(`/editor?path=${encodeURIComponent(path)}`))
      expect(keptTexts()).toEqual([['arthur', path, '<dmodule>Earlier</dmodule>']])
    },
  )

  it('says who has the file, and stays', async () => {
    const { place } = await continueDraft('discarded', () =>
      problem(409, 'file.already_checked_out', 'ben has checked this file out'),
    )
    expect(await screen.findByText('ben has checked this file out')).toBeVisible()
    expect(place()).toBe('/')
    expect(keptTexts()).toEqual([])
  })
})
