import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { queryClient } from '@/api/queries'
import type { File } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { readerAnswers, view } from '@/testing/reader'
import { renderRoute } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { ModuleView } from '../module/ModuleView'

connectApp()
const server = startServer(ada)
const english = 'DMC-H160-A-25-00-00-00A-040A-A_en-US'
const chinese = 'DMC-H160-A-25-00-00-00A-040A-A_zh-CN'
const translated = library.file(chinese, { language: 'zh-CN', title: '绞车' })

/** The module is read; the library holds `files` of its code. */
function show(files: File[], query = '') {
  const own = `/H160/MEL/${english}.XML`
  const html = '<article class="s1d-module" lang="zh-CN"><p id="s1d-p">绞车。</p></article>'
  server.use(
    http.get(at('/dm/getAllDmListWithPage'), () =>
      HttpResponse.json({ items: files, total: files.length, pageNumber: 1, pageSize: 50 }),
    ),
    http.get(at(`/view/default/H160/MEL/${chinese}.XML`), () =>
      HttpResponse.json({ ...view(chinese, { file: translated, html }) }),
    ),
    http.get(at(`/files/default${own}`), () => HttpResponse.json({ ...library.file(english) })),
    http.get(at(`/files/getVersions/default${own}`), () => HttpResponse.json([library.version(english)])),
    http.get(at(`/files/referenced/default${own}`), () =>
      HttpResponse.json({ references: [], referencedBy: [], referencedByTotal: 0 }),
    ),
    http.get(at('/revisions'), () => HttpResponse.json([library.oemRevision(1, 'confirmed')])),
    ...readerAnswers(english).handlers,
  )
  return renderRoute(
    <ModuleView manual={library.manual('H160', 'MEL')} moduleKey={english} />,
    ['/library/:folderPath/:manualPath'],
    ada,
    `/library/H160/MEL?dm=${english}${query}`,
  )
}

const both = [library.file(english), translated]
const besideIt = () => screen.findByRole('region', { name: /^Chinese/ })

async function choose(user: UserEvent, name: RegExp) {
  await user.click(await screen.findByRole('button', { name: /^Module language/ }))
  await user.click(await screen.findByText(name))
}

it('shows another language beside the text, says so in the address, and takes it away again', async () => {
  const { user, query } = show(both)
  await choose(user, /^Side by side with Chinese/)
  expect(within(await besideIt()).getByText('绞车。')).toBeVisible()
  expect(screen.getByText('The hoist.')).toBeVisible()
  expect(query().get('dm')).toBe(english)
  expect(query().get('beside')).toBe(chinese)

  await choose(user, /^Side by side with Chinese/)
  await waitFor(() => expect(screen.queryByText('绞车。')).toBeNull())
  expect(screen.getByText('The hoist.')).toBeVisible()
  expect(query().has('beside')).toBe(false)
})

it('shows both to whom the address names them, each by its language', async () => {
  show(both, `&beside=${chinese}`)
  const beside = within(await besideIt())
  expect(beside.getByText('绞车。').closest('[lang]')).toHaveAttribute('lang', 'zh-CN')
  expect(beside.getByRole('link', { name: '绞车' })).toHaveAttribute(
    'href',
    `#/library/H160/MEL?dm=${chinese}`,
  )
  expect((await screen.findByText('The hoist.')).closest('[lang]')).toHaveAttribute('lang', 'en')
})

it('goes to another language, alone', async () => {
  const { user, query } = show(both, `&beside=${chinese}`)
  await choose(user, /^Read in Chinese/)
  expect(Object.fromEntries(query())).toEqual({ dm: chinese })
})

it('offers no languages where there is one', async () => {
  show([library.file(english), library.file('DMC-OTHER_zh-CN', { language: 'zh-CN' })])
  expect(await screen.findByText('The hoist.')).toBeVisible()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('button', { name: /^Module language/ })).toBeNull()
})
