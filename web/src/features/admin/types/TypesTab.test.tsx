import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { TypesTab } from './TypesTab'

connectApp()
const server = startServer(ada)

const mel = {
  code: 'MEL',
  name: { en: 'Minimum equipment list', zh: '最低设备清单' },
  selfEditing: false,
  builtin: true,
}
const own = {
  code: 'OPS',
  name: { en: 'Operations', zh: '运行' },
  selfEditing: true,
  builtin: false,
  version: 7,
}
const h160 = { code: 'H160', name: { en: 'H160', zh: 'H160' }, aircraftRelated: true, builtin: true }

/** Remembers what is written. */
function serving() {
  const written: [string, unknown][] = []
  const take =
    (answered: object) =>
    async ({ request }: { request: Request }) => {
      written.push([
        `${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`,
        await request.json(),
      ])
      return HttpResponse.json(answered)
    }
  server.use(
    http.get(at('/config/manualTypes'), () => HttpResponse.json([mel, own])),
    http.get(at('/config/csdbTypes'), () => HttpResponse.json([h160])),
    http.post(at('/config/manualTypes'), take(own)),
    http.put(at('/config/manualTypes'), take(own)),
    http.post(at('/config/csdbTypes'), take(h160)),
  )
  return written
}

const card = (name: string) => within(screen.getByRole('region', { name }))

it('shows manual types and database types apart', async () => {
  serving()
  renderPage(<TypesTab />, ada)
  expect(
    await card('Manual types').findByRole('row', {
      name: /MEL.*Built in.*Minimum equipment list.*最低设备清单/,
    }),
  ).toBeVisible()
  expect(await card('Database types').findByRole('row', { name: /H160.*Yes/ })).toBeVisible()
})

it('adds a type', async () => {
  const written = serving()
  const { user } = renderPage(<TypesTab />, ada)
  await card('Database types').findByText('Built in')
  await user.click(screen.getByRole('button', { name: 'Add database type' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add database type' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getAllByText('This field is required')).toHaveLength(3)
  await user.type(dialog.getByRole('textbox', { name: /^Code/ }), 'EC145')
  await user.type(dialog.getByRole('textbox', { name: /^Name in English/ }), 'EC145')
  await user.type(dialog.getByRole('textbox', { name: /^Name in Chinese/ }), '直升机')
  await user.click(dialog.getByRole('checkbox', { name: /^Aircraft-related/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('EC145 saved.')).toBeVisible()
  expect(written).toEqual([
    [
      'POST csdbTypes',
      expect.objectContaining({
        code: 'EC145',
        name: { en: 'EC145', zh: '直升机' },
        aircraftRelated: true,
      }),
    ],
  ])
})

it('changes the names of a type, not its code', async () => {
  const written = serving()
  const { user } = renderPage(<TypesTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Edit OPS' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('textbox', { name: /^Code/ })).toHaveAttribute('readonly')
  await user.type(dialog.getByRole('textbox', { name: /^Name in English/ }), ' manual')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(written).toEqual([
      [
        'PUT manualTypes',
        expect.objectContaining({
          code: 'OPS',
          name: { en: 'Operations manual', zh: '运行' },
          selfEditing: true,
          version: 7,
        }),
      ],
    ]),
  )
})

it('removes a type of our own, and says why one in use stays', async () => {
  serving()
  server.use(
    http.delete(at('/config/manualTypes'), () => problem(409, 'type.in_use', 'Manuals have this type')),
  )
  const { user } = renderPage(<TypesTab />, ada)
  expect(await screen.findByRole('button', { name: 'Remove MEL' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Remove OPS' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Manuals have this type'))
})
