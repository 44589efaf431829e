import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { MissingModule } from './MissingModule'

connectApp()
const server = startServer()
const code = 'DMC-H160-A-25-00-00-00A-040A-A'

function show(moduleKey: string, languages: readonly string[]) {
  const items = languages.map((language) => ({ ...library.file(`${code}_${language}`), code, language }))
  const page = { items, total: items.length, pageNumber: 1, pageSize: 50 }
  server.use(http.get(at('/dm/getAllDmListWithPage'), () => HttpResponse.json(page)))
  return renderRoute(
    <MissingModule manual={library.manual('H160', 'MEL')} moduleKey={moduleKey} />,
    ['/library/:folderPath/:manualPath'],
    ada,
    `/library/H160/MEL?dm=${moduleKey}&part=data`,
  )
}

it('opens a code without a language in the language of the reader', async () => {
  const { query } = show(code, ['zh-CN', 'en-US'])
  await waitFor(() => expect(query().get('dm')).toBe(`${code}_en-US`))
  expect(query().get('part')).toBe('data')
})

it('opens a code in the language there is, where the reader’s is missing', async () => {
  const { query } = show(code, ['zh-CN'])
  await waitFor(() => expect(query().get('dm')).toBe(`${code}_zh-CN`))
})

it('offers the other languages of a module', async () => {
  show(`${code}_en-US`, ['zh-CN'])
  expect(await screen.findByRole('heading', { name: 'Not available in this language' })).toBeVisible()
  expect(screen.getByRole('link', { name: /^Read in Chinese/ })).toHaveAttribute(
    'href',
    expect.stringContaining(`dm=${code}_zh-CN`),
  )
})

it('says that a module exists in no language', async () => {
  show(code, [])
  expect(await screen.findByRole('heading', { name: 'Module not found in this version' })).toBeVisible()
})
