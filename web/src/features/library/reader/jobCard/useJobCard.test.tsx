import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Annotation, View } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { readerAnswers, view } from '@/testing/reader'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ModuleReader } from '../ModuleReader'
import { ReaderTools } from '../ReaderTools'

connectApp()
const server = startServer()
const key = 'DMC-H160-A-25-00-00-00A-040A-A_en-US'
const path = `/H160/MEL/${key}.XML`
const mel = library.manual('H160', 'MEL')
const fleet = { ...library.profile(mel, 'ALP'), scope: 'fleet' } as const
const module: Annotation = {
  id: 'app-0',
  text: 'NV240-2',
  assertion: { evaluates: [] },
  truth: 'yes',
  reason: 'model is NV240-2',
  pieces: 0,
  decidedBy: [],
}

afterEach(() => vi.unstubAllGlobals())

function applicability(more: Partial<View['applicability']>): Partial<View> {
  return { applicability: { annotations: [], hidden: 0, unknown: 0, chosen: [], known: true, ...more } }
}

/** Reads a module with an address, and gives the printed card. */
async function printed(query: string, more: Partial<View> = {}): Promise<HTMLElement> {
  server.use(...readerAnswers(key, { view: view(key, more) }).handlers)
  server.use(
    http.get(at('/config/operator'), () =>
      HttpResponse.json({ items: [], total: 0, pageNumber: 1, pageSize: 500 }),
    ),
  )
  const cards: HTMLElement[] = []
  vi.stubGlobal('print', () => {
    const card = document.querySelector<HTMLElement>('.jc')
    if (card) cards.push(card)
  })
  const { user } = renderRoute(
    <>
      <ReaderTools manual={mel} path={path} file={undefined} beside={undefined} />
      <ModuleReader manual={mel} path={path} />
    </>,
    ['/library/:folderPath/:manualPath'],
    ada,
    `/library/H160/MEL?dm=${key}${query}`,
  )
  await screen.findByText('The hoist.')
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  const entry = await screen.findByRole('menuitem', { name: 'Print task card' })
  await waitFor(() => expect(entry).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(entry)
  await waitFor(() => expect(cards).toHaveLength(1))
  const [card] = cards
  if (!card) throw new Error('no card was printed')
  return card
}

const headOf = (card: HTMLElement) => card.querySelector('thead')?.textContent

describe('a printed task card', () => {
  it('has no notice where the text is the one of the aircraft', async () => {
    const card = await printed('&aircraft=QZ-HAA')
    expect(headOf(card)).toContain('EffectivityQZ-HAA')
    expect(card.querySelector('.jc-notice')).toBeNull()
  })

  it('tells that the module is for other aircraft, and is grey', async () => {
    const more = applicability({ module: { ...module, truth: 'no' } })
    const card = await printed('&aircraft=QZ-HAA&outside=grey', more)
    expect(headOf(card)).toContain('This module does not apply to the selected aircraft. Applies to: NV240-2')
    expect(card.dataset.outside).toBe('greyed')
  })

  it('tells that the manual does not know the aircraft', async () => {
    const card = await printed('&aircraft=HB-ZQA', applicability({ known: false }))
    expect(headOf(card)).toContain('EffectivityHB-ZQA · not in this manual')
    expect(headOf(card)).toContain('This manual does not know the selected aircraft, so everything is shown.')
  })

  it('names the profile that limits the text', async () => {
    server.use(http.get(at('/csdb/profile'), () => HttpResponse.json([fleet])))
    const card = await printed(`&profile=${fleet.id}`, applicability({ hidden: 2, unknown: 1 }))
    expect(headOf(card)).toContain('EffectivityProfile ALP')
    expect(headOf(card)).not.toContain('All aircraft')
    for (const notice of [
      'Profile ALP: content for other aircraft is hidden.',
      '2 items hidden (not applicable).',
      '1 item shown with unknown applicability; it may not apply.',
    ]) {
      expect(headOf(card)).toContain(notice)
    }
  })

  it('names a profile whose name could not be loaded by its id', async () => {
    server.use(http.get(at('/csdb/profile'), () => problem(403, 'forbidden', 'Forbidden')))
    const card = await printed(`&profile=${fleet.id}`)
    expect(headOf(card)).toContain(`EffectivityProfile ${fleet.id}`)
    expect(screen.getByText(`Profile ${fleet.id}: content for other aircraft is hidden.`)).toBeVisible()
  })

  it('tells that the applicability is unknown', async () => {
    const more = applicability({ module: { ...module, truth: 'unknown' }, unknown: 3 })
    const card = await printed('&aircraft=QZ-HAA', more)
    expect(headOf(card)).toContain('The applicability of this module is unknown; it may not apply.')
    expect(headOf(card)).toContain('3 items shown with unknown applicability; they may not apply.')
  })

  it('tells that the end of the text is missing', async () => {
    const card = await printed('', { truncated: true })
    expect(headOf(card)).toContain('Only the beginning of this module is displayed')
  })

  it('tells that parts are for some aircraft only where none is chosen', async () => {
    const more = applicability({ annotations: [{ ...module, assertion: undefined, pieces: 2 }] })
    const card = await printed('', more)
    expect(headOf(card)).toContain('EffectivityAll aircraft')
    expect(headOf(card)).toContain('2 items apply to some aircraft only.')
  })
})
