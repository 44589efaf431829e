import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { closeOverlay, currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import { manual } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { TranslationsTab } from './TranslationsTab'

const server = startServer(arthur)
connectApp()

let asked: URLSearchParams[] = []

beforeEach(() => {
  asked = []
  closeOverlay()
  server.use(
    http.get(at('/dm/translations'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      const item = (code: string, state: string, translation?: string) => ({
        title: code,
        original: `/H160/MEL/${code}_en-US.XML`,
        translation,
        language: 'zh-CN',
        state,
      })
      const items = [item('DMC-A', 'outdated', '/H160/MEL/DMC-A_zh-CN.XML'), item('DMC-B', 'missing')]
      return HttpResponse.json({
        languages: [{ language: 'zh-CN', missing: 1, started: 0, translated: 3, outdated: 1 }],
        page: { items, total: 2, pageNumber: 1, pageSize: 10 },
      })
    }),
  )
})

it('shows the progress of each language, and leads to translations or begins them', async () => {
  const { user } = renderPage(<TranslationsTab manual={manual('H160', 'MEL')} />, arthur)
  const progress = await screen.findByRole('list', { name: 'Progress by language' })
  await waitFor(() =>
    expect(progress).toHaveTextContent('3 of 5 modules translated, 1 out of date, 1 missing'),
  )
  const table = screen.getByRole('table', { name: 'Translations' })
  const outdated = await within(table).findByRole('row', { name: /DMC-A.*Out of date/ })
  const address = `#/translation?path=${encodeURIComponent('/H160/MEL/DMC-A_zh-CN.XML')}&show=changed`
  expect(within(outdated).getByRole('link', { name: 'Open' })).toHaveAttribute('href', address)
  await user.click(screen.getByRole('button', { name: 'Translate DMC-B' }))
  expect(currentOverlay()).toEqual({
    kind: 'translate',
    path: '/H160/MEL/DMC-B_en-US.XML',
    language: 'zh-CN',
  })
})

it('asks for one state', async () => {
  const { user } = renderPage(<TranslationsTab manual={manual('H160', 'MEL')} />, arthur)
  await user.selectOptions(await screen.findByLabelText('State'), 'Missing')
  await waitFor(() => expect(asked.at(-1)?.get('state')).toBe('missing'))
  expect(asked.at(-1)?.get('manualPath')).toBe('/H160/MEL')
})
