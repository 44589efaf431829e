import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { SchemasTab } from './SchemasTab'

connectApp()
const server = startServer(ada)

const schemas = [
  { name: 'descript' },
  { name: 'pm' },
  {
    name: 'scormcontentpackage',
    fault: {
      file: 'lom.xsd',
      line: 52,
      message: "The schema needs 'anyelement.xsd', which is not in the ZIP",
    },
  },
]
const installed = {
  issue: '4-2',
  files: 55,
  schemas,
  installedOn: '2026-03-04T05:06:07Z',
  installedBy: 'ada',
}
const sets = (...list: (typeof installed)[]) =>
  server.use(http.get(at('/config/schemaSets'), () => HttpResponse.json(list)))
const dropOn = (name: string, file: File) =>
  fireEvent.drop(screen.getByRole('group', { name }), { dataTransfer: { files: [file] } })
const installZone = 'Drop the ZIP with the XML schemas of an issue'
const testZone = 'Drop one XML file to check it'

it('lists the issues whose schemas are installed', async () => {
  sets(installed)
  renderPage(<SchemasTab />, ada)
  const row = await screen.findByRole('row', { name: /S1000D 4\.2/ })
  expect(within(row).getByText('1 of 3 does not work')).toBeVisible()
  expect(within(row).getByText('These work: descript, pm')).toBeInTheDocument()
  expect(within(row).getByText(/needs 'anyelement.xsd'/)).toHaveTextContent(
    "scormcontentpackage: The schema needs 'anyelement.xsd', which is not in the ZIP (lom.xsd, line 52)",
  )
})

it('says what it means that none is installed', async () => {
  sets()
  renderPage(<SchemasTab />, ada)
  expect(await screen.findByText('No schema set installed')).toBeVisible()
})

it('installs the official ZIP, and says why it could not', async () => {
  sets()
  const types: (string | null)[] = []
  renderPage(<SchemasTab />, ada)
  await screen.findByText('No schema set installed')
  server.use(http.post(at('/config/schemaSets'), () => problem(400, 'schemas.unknown', 'No schemas in it')))
  dropOn(installZone, new File(['x'], 'a.zip'))
  expect(await screen.findByRole('alert')).toHaveTextContent('No schemas in it')
  server.use(
    http.post(at('/config/schemaSets'), () =>
      HttpResponse.json(
        {
          title: 'The set was not installed',
          code: 'schema_set.unusable',
          schemas: [{ name: 'pm', fault: { file: 'pm.xsd', line: 7, message: 'Cut off' } }],
        },
        { status: 400 },
      ),
    ),
  )
  dropOn(installZone, new File(['x'], 'a.zip'))
  expect(await screen.findByText(/Cut off/)).toHaveTextContent('pm: Cut off (pm.xsd, line 7)')
  server.use(
    http.post(at('/config/schemaSets'), ({ request }) => {
      types.push(request.headers.get('Content-Type'))
      sets(installed)
      return HttpResponse.json(installed, { status: 201 })
    }),
  )
  dropOn(installZone, new File(['x'], 'a.zip'))
  expect(await screen.findByText('Schema set of issue 4.2 installed.')).toBeVisible()
  expect(await screen.findByText('S1000D 4.2')).toBeVisible()
  expect(types).toEqual(['application/zip'])
})

it('removes a set after asking', async () => {
  sets(installed)
  const removed: (string | null)[] = []
  server.use(
    http.delete(at('/config/schemaSets'), ({ request }) => {
      removed.push(new URL(request.url).searchParams.get('issue'))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<SchemasTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Remove issue 4.2' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(removed).toEqual(['4-2']))
})

it('tests one file and shows every finding in it', async () => {
  sets(installed)
  const finding = {
    code: 1010,
    severity: 'block',
    file: 'a.xml',
    line: 7,
    message: 'Element x',
    remedy: 'Remove it',
    rule: 'xsd',
  }
  server.use(http.post(at('/config/schemaSets/check'), () => HttpResponse.json([finding])))
  renderPage(<SchemasTab />, ada)
  dropOn(testZone, new File(['<a/>'], 'a.xml'))
  const result = await screen.findByRole('region', { name: 'Result for a.xml' })
  expect(within(result).getByText('1 finding')).toBeVisible()
  expect(within(result).getByRole('row', { name: /1010 7 Element xRemove it/ })).toBeVisible()
  server.use(http.post(at('/config/schemaSets/check'), () => HttpResponse.json([])))
  dropOn(testZone, new File(['<a/>'], 'b.xml'))
  expect(await screen.findByText('The file is valid')).toBeVisible()
})
