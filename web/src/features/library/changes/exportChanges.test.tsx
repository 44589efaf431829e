import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ManualPage } from '../manual/ManualPage'

connectApp()
const server = startServer()
const mel = library.manual('H160', 'MEL')

/** Opens the changes of a manual without any; gives the names of files that are saved. */
function open() {
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => undefined
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([mel])),
    http.get(at('/revisions'), () => HttpResponse.json([])),
    http.get(at('/redline/default/H160/MEL'), () =>
      HttpResponse.json({
        states: ['1', '2'],
        page: { items: [], total: 0, pageNumber: 1, pageSize: 100 },
        counts: { new: 0, changed: 0, removed: 0, pictures: 0, viewed: 0 },
        sections: [],
        contents: { count: 0, listed: [] },
      }),
    ),
  )
  const start = '/library/H160/MEL?part=changes&v=working&with=oem&state=changed'
  const { user } = renderRoute(<ManualPage />, ['/library/:folderPath/:manualPath'], ada, start)
  return { user, names }
}

it.each([
  { item: 'Redline (HTML)', what: 'file', name: 'MEL-redline.html', format: null },
  { item: 'Changes in words (CSV)', what: 'words', name: 'MEL-changes-in-words.csv', format: 'csv' },
  { item: 'Changes in words (Excel)', what: 'words', name: 'MEL-changes-in-words.xlsx', format: 'xlsx' },
  { item: 'As CSV', what: 'export', name: 'MEL-changes.csv', format: 'csv' },
])('exports what is listed: $item', async ({ item, what, name, format }) => {
  const asked: URLSearchParams[] = []
  const { user, names } = open()
  server.use(
    http.get(at(`/redline/${what}/default/H160/MEL`), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.text('x')
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: item }))
  await waitFor(() => expect(names).toEqual([name]))
  expect(asked.map((one) => [one.get('left'), one.get('state'), one.get('format')])).toEqual([
    ['working', 'changed', format],
  ])
})

it('says why there is no file', async () => {
  const { user, names } = open()
  server.use(
    http.get(at('/redline/file/default/H160/MEL'), () => problem(400, 'request.invalid', 'Too many modules')),
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'Redline (HTML)' }))
  expect(await screen.findByText('Too many modules')).toBeVisible()
  expect(names).toEqual([])
})
