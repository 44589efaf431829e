import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { ImportSeverity } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { SeverityTab } from './SeverityTab'

connectApp()
const server = startServer(ada)

const stored: ImportSeverity = {
  version: 3,
  severities: [
    { code: 1010, severity: 'block', default: 'block', title: 'XML schema validation failure' },
    { code: 1011, severity: 'info', default: 'warn', title: 'ICN file missing' },
  ],
}

function serving(put: (sent: unknown) => Response) {
  server.use(
    http.get(at('/config/importSeverity'), () => HttpResponse.json(stored)),
    http.put(at('/config/importSeverity'), async ({ request }) => put(await request.json())),
  )
}

const choice = (code: number) => screen.findByRole('combobox', { name: `Severity of ${code}` })

it('shows each code with its meaning, its severity and the default', async () => {
  serving(() => HttpResponse.json(stored))
  renderPage(<SeverityTab />, ada)
  expect(await choice(1011)).toHaveValue('info')
  const cells = within(screen.getByRole('row', { name: /ICN file missing/ })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    '1011',
    'ICN file missing',
    expect.anything(),
    'Advisory',
  ])
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
})

it('saves a choice on the version it stands on', async () => {
  const sent: unknown[] = []
  serving((body) => {
    sent.push(body)
    return HttpResponse.json({ ...stored, version: 4 })
  })
  const { user } = renderPage(<SeverityTab />, ada)
  await user.selectOptions(await choice(1010), 'Advisory')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Severities saved.')).toBeVisible()
  expect(sent).toEqual([
    {
      version: 3,
      severities: [
        { code: 1010, severity: 'warn' },
        { code: 1011, severity: 'info' },
      ],
    },
  ])
})

it('goes back to the defaults', async () => {
  serving(() => HttpResponse.json(stored))
  const { user } = renderPage(<SeverityTab />, ada)
  await choice(1011)
  await user.click(screen.getByRole('button', { name: 'Reset to default' }))
  expect(await choice(1011)).toHaveValue('warn')
  expect(screen.getByRole('button', { name: 'Reset to default' })).toHaveAttribute('aria-disabled', 'true')
})

it('keeps the choice when somebody else was quicker, and offers to read again', async () => {
  serving(() => problem(409, 'changed_meanwhile', 'Somebody changed it meanwhile'))
  const { user } = renderPage(<SeverityTab />, ada)
  await user.selectOptions(await choice(1010), 'Remark')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody changed it meanwhile')
  expect(await choice(1010)).toHaveValue('info')
  server.use(http.get(at('/config/importSeverity'), () => HttpResponse.json({ ...stored, version: 9 })))
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(async () => expect(await choice(1010)).toHaveValue('block'))
})
