import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { ContentsTab } from './ContentsTab'

connectApp()
const server = startServer()
const mel = library.manual('H160', 'MEL')

function show(languages: readonly string[]) {
  const items = languages.map((language, index) =>
    library.tocNode(String(index), `Contents in ${language}`, { language }),
  )
  server.use(
    http.get(at('/csdb/profile'), () => HttpResponse.json([library.profile(mel)])),
    http.get(at('/view/choices/default/H160/MEL'), () =>
      HttpResponse.json({ aircraft: [], products: [], properties: [] }),
    ),
    http.get(at('/toc/getTopToc'), () =>
      HttpResponse.json({ generating: false, lane: 'working', newerRevisionWaits: false, nodes: items }),
    ),
    http.post(at('/toc/getLeafNodeWithPage'), async ({ request }) => {
      const { language } = JSON.parse(await request.text())
      const shown = library.tocInLanguage(items, language)
      // More pages than one, as in a manual of many publications.
      return HttpResponse.json({ items: shown, total: 40, pageNumber: 1, pageSize: 10 })
    }),
  )
  return renderRoute(
    <ContentsTab manual={mel} />,
    ['/library/:folderPath/:manualPath'],
    ada,
    '/library/H160/MEL?tab=contents',
  )
}

it('lists the publications in the language of the reader, and switches', async () => {
  const { user } = show(['zh-CN', 'en-US'])
  expect(await screen.findByRole('row', { name: /Contents in en-US/ })).toBeVisible()
  expect(screen.queryByText('Contents in zh-CN')).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the contents' }), 'zh-CN')
  expect(await screen.findByRole('row', { name: /Contents in zh-CN/ })).toBeVisible()
  expect(screen.queryByText('Contents in en-US')).toBeNull()
})

it('searches in one language, too', async () => {
  const { user } = show(['zh-CN', 'en-US'])
  await user.type(await screen.findByRole('searchbox', { name: 'Search all contents' }), 'contents{Enter}')
  expect(await screen.findByRole('row', { name: /Contents in en-US/ })).toBeVisible()
  expect(screen.queryByText('Contents in zh-CN')).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Language of the contents' })).toHaveValue('en-US')
})

it('lists what there is in the only language', async () => {
  show(['de-DE'])
  expect(await screen.findByRole('row', { name: /Contents in de-DE/ })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Language of the contents' })).toBeNull()
})
