import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { InstalledBrexes } from './InstalledBrexes'

connectApp()
const server = startServer(ada)

const brex = {
  name: 'DMC-S1000D-F-04-10-0301-00A-022A-D',
  title: 'Default rules',
  issue: '001-00',
  schemaIssue: '4-1',
  isDefault: true,
  size: 9,
  rules: 312,
  unjudged: 2,
  installedBy: 'ada',
  installedOn: '2026-03-04T05:06:07Z',
}
const installed = (...list: (typeof brex)[]) =>
  server.use(http.get(at('/config/brex'), () => HttpResponse.json(list)))
const drop = (file: File) =>
  fireEvent.drop(screen.getByRole('group', { name: 'Drop a BREX data module' }), {
    dataTransfer: { files: [file] },
  })

it('lists the installed BREX with their rules', async () => {
  installed(brex)
  renderPage(<InstalledBrexes />, ada)
  const row = await screen.findByRole('row', { name: /DMC-S1000D-F/ })
  expect(within(row).getByText('Default of S1000D 4.1')).toBeVisible()
  expect(within(row).getByText('2 cannot be checked')).toBeVisible()
  expect(within(row).getByText('Default rules, 001-00')).toBeVisible()
})

it('installs a file, and says why it could not', async () => {
  installed()
  const types: (string | null)[] = []
  renderPage(<InstalledBrexes />, ada)
  await screen.findByText('No BREX installed')
  server.use(http.post(at('/config/brex'), () => problem(400, 'brex.invalid', 'No BREX in it')))
  drop(new File(['x'], 'a.xml'))
  expect(await screen.findByRole('alert')).toHaveTextContent('No BREX in it')
  server.use(
    http.post(at('/config/brex'), ({ request }) => {
      types.push(request.headers.get('Content-Type'))
      installed(brex)
      return HttpResponse.json(brex, { status: 201 })
    }),
  )
  drop(new File(['<dmodule/>'], 'a.xml'))
  expect(await screen.findByText(`${brex.name} installed.`)).toBeVisible()
  expect(types).toEqual(['application/xml'])
})

it('removes a BREX after asking', async () => {
  installed(brex)
  const removed: (string | null)[] = []
  server.use(
    http.delete(at('/config/brex'), ({ request }) => {
      removed.push(new URL(request.url).searchParams.get('name'))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<InstalledBrexes />, ada)
  await user.click(await screen.findByRole('button', { name: `Remove ${brex.name}` }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(removed).toEqual([brex.name]))
})

it('switches the check of packages on', async () => {
  installed()
  const sent: unknown[] = []
  server.use(
    http.get(at('/config/importRules'), () => HttpResponse.json({ checkImports: false, version: 3 })),
    http.put(at('/config/importRules'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ checkImports: true, version: 4 })
    }),
  )
  const { user } = renderPage(<InstalledBrexes />, ada)
  const toggle = await screen.findByRole('switch', { name: 'Check packages against business rules' })
  await waitFor(() => expect(toggle).toBeEnabled())
  await user.click(toggle)
  await waitFor(() => expect(toggle).toBeChecked())
  expect(sent).toEqual([{ checkImports: true, version: 3 }])
})
