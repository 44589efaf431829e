import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@/api/queries'
import type { HouseStyle, Me, Operator } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { OperatorsPage } from '../OperatorsPage'

connectApp()
const server = startServer(ada)

const alpine: Operator = {
  id: 'id-alp',
  code: 'ALP',
  name: 'Alpine Rotor',
  country: 'CH',
  languages: [],
  extensionProducer: 'F0210',
  extensionCode: 'ALP',
  aircraft: [],
  createdOn: '2026-01-02T03:04:05Z',
  updatedOn: '2026-01-02T03:04:05Z',
  version: 4,
}
const standard: HouseStyle = {
  code: 'ALP',
  version: 0,
  primary: 'black',
  accent: 'blue',
  paper: 'a4',
  header: '',
  footer: '',
  isLogoLost: false,
  palette: [
    { name: 'black', colour: '#1a1a1a', tint: '#e4e4e4' },
    { name: 'navy', colour: '#14306b', tint: '#e3e7ee' },
    { name: 'blue', colour: '#0b4f8a', tint: '#e2eaf1' },
  ],
  papers: ['a4', 'letter', 'a5'],
  placeholders: ['manual', 'revision', 'date'],
}

function serving(style: HouseStyle = standard) {
  server.use(
    http.get(at('/config/operator'), () =>
      HttpResponse.json({ items: [alpine], total: 1, pageNumber: 1, pageSize: 10 }),
    ),
    http.get(at('/config/operator/style'), () => HttpResponse.json(style)),
  )
}

/** Answers a save with what `reply` says and remembers what was sent. */
function saving(reply: (times: number) => Response) {
  const sent: unknown[] = []
  server.use(
    http.put(at('/config/operator/style'), async ({ request }) => {
      sent.push(await request.json())
      return reply(sent.length)
    }),
  )
  return sent
}

async function open(me: Me = ada) {
  const page = renderPage(<OperatorsPage Redline={() => null} />, me, '/operator-list/index?style=ALP')
  const dialog = within(await screen.findByRole('dialog', { name: 'House style of Alpine Rotor' }))
  return { ...page, dialog, preview: within(dialog.getByRole('region', { name: 'Preview' })) }
}

describe('the house style of an operator', () => {
  it('opens from its row in the list', async () => {
    serving()
    const { user, query } = renderPage(<OperatorsPage Redline={() => null} />, ada, '/operator-list/index')
    await user.click(await screen.findByRole('button', { name: 'House style of Alpine Rotor' }))
    await screen.findByRole('dialog', { name: 'House style of Alpine Rotor' })
    expect(query().get('style')).toBe('ALP')
  })

  it('shows three sample pages that follow what is typed', async () => {
    serving()
    const { user, dialog, preview } = await open()
    for (const name of ['Title page', 'Text page', 'MEL page']) {
      expect(preview.getByRole('figure', { name })).toBeVisible()
    }
    await user.type(dialog.getByRole('textbox', { name: 'Header text' }), '{{manual}, Rev. {{revision}')
    await user.type(dialog.getByRole('textbox', { name: 'Footer text' }), 'As of {{date}')
    expect(preview.getAllByText('Maintenance Manual, Rev. 4')).toHaveLength(2)
    expect(preview.getAllByText(/As of 2026-01-15/)).toHaveLength(2)
    const colours = within(dialog.getByRole('group', { name: 'Title color' }))
    await user.click(colours.getByRole('radio', { name: 'Navy' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Paper size' }), 'US Letter')
    const sheet = preview.getByRole('figure', { name: 'Text page' }).querySelector('.hs-sheet')
    // The text of a wider page is a smaller share of its width.
    expect(sheet?.getAttribute('style')).toMatch(/--hs-primary: #14306b.*--hs-text: 1\.63/)
  })

  it('sends the whole style with its version', async () => {
    serving({ ...standard, version: 3, updatedOn: '2026-01-02T03:04:05Z', header: 'Old' })
    const sent = saving(() => HttpResponse.json({ ...standard, version: 4 }))
    const { user, dialog } = await open()
    const header = dialog.getByRole('textbox', { name: 'Header text' })
    await user.clear(header)
    await user.type(header, 'Controlled copy')
    await user.click(
      within(dialog.getByRole('group', { name: 'Link color' })).getByRole('radio', { name: 'Navy' }),
    )
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('House style of Alpine Rotor saved.')
    expect(sent).toEqual([
      {
        code: 'ALP',
        version: 3,
        primary: 'black',
        accent: 'navy',
        paper: 'a4',
        header: 'Controlled copy',
        footer: '',
      },
    ])
  })

  it('refuses an unknown placeholder before anything is sent, and shows what the server refuses', async () => {
    serving()
    const sent = saving(() =>
      problem(400, 'request.invalid', 'Invalid parameter', [
        { field: 'footer', code: 'too_long', message: 'Too long' },
      ]),
    )
    const { user, dialog } = await open()
    const header = dialog.getByRole('textbox', { name: 'Header text' })
    await user.type(header, '{{page}')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(header).toHaveAccessibleDescription(/Use only these words/))
    expect(sent).toEqual([])
    await user.clear(header)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const footer = dialog.getByRole('textbox', { name: 'Footer text' })
    await waitFor(() => expect(footer).toHaveAccessibleDescription(/Too long/))
  })

  it('keeps what was typed when somebody else saved meanwhile', async () => {
    serving()
    saving((times) =>
      times === 1
        ? problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile')
        : HttpResponse.json({ ...standard, version: 2 }),
    )
    const { user, dialog } = await open()
    await user.type(dialog.getByRole('textbox', { name: 'Header text' }), 'Mine')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    serving({ ...standard, version: 1, footer: 'Theirs' })
    await user.click(await dialog.findByRole('button', { name: 'Load current values and keep my changes' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Footer text' })).toHaveValue('Theirs'))
    expect(dialog.getByRole('textbox', { name: 'Header text' })).toHaveValue('Mine')
  })

  it('accepts a drawing as a logo and shows it on the title page', async () => {
    serving()
    const { user, dialog, preview } = await open()
    const drawing = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg', {
      type: 'image/svg+xml',
    })
    await user.upload(dialog.getByLabelText('Logo'), drawing)
    const page = within(preview.getByRole('figure', { name: 'Title page' }))
    expect(await page.findByRole('img', { name: 'Logo of the operator' })).toBeVisible()
  })

  it('knows a drawing by its name where the system does not know its type', async () => {
    serving()
    const { user, dialog, preview } = await open()
    const file = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    await user.upload(dialog.getByLabelText('Logo'), new File([file], 'Logo.SVG'))
    const page = within(preview.getByRole('figure', { name: 'Title page' }))
    const logo = await page.findByRole('img', { name: 'Logo of the operator' })
    expect(logo).toHaveAttribute('src', `data:image/svg+xml;base64,${btoa(file)}`)
  })

  it('says that the stored logo is missing until another one is chosen', async () => {
    serving({ ...standard, version: 3, isLogoLost: true })
    const { user, dialog } = await open()
    const logo = dialog.getByLabelText('Logo')
    expect(logo).toHaveAccessibleDescription(/The stored logo is missing/)
    await user.upload(logo, new File(['x'], 'logo.png', { type: 'image/png' }))
    await waitFor(() => expect(logo).not.toHaveAccessibleDescription(/The stored logo is missing/))
  })

  it('returns to the standard look after a question', async () => {
    serving({ ...standard, version: 3, primary: 'navy' })
    const asked: URLSearchParams[] = []
    server.use(
      http.delete(at('/config/operator/style'), ({ request }) => {
        asked.push(new URL(request.url).searchParams)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: 'Use the standard look' }))
    const question = within(await screen.findByRole('dialog', { name: 'Use the standard look' }))
    await user.click(question.getByRole('button', { name: 'Remove house style' }))
    await screen.findByText('House style of Alpine Rotor removed.')
    expect(asked.map((query) => Object.fromEntries(query))).toEqual([{ code: 'ALP', version: '3' }])
  })

  it('offers nothing to remove while the operator has the standard look', async () => {
    serving()
    const { dialog } = await open()
    expect(dialog.queryByRole('button', { name: 'Use the standard look' })).not.toBeInTheDocument()
  })

  it('shows that it could not be loaded, and loads again', async () => {
    serving()
    let isBroken = true
    server.use(
      http.get(at('/config/operator/style'), () =>
        isBroken ? problem(404, 'operator.not_found', 'No such operator') : HttpResponse.json(standard),
      ),
    )
    const { user } = renderPage(<OperatorsPage Redline={() => null} />, ada, '/operator-list/index?style=ALP')
    const loading = within(await screen.findByRole('dialog', { name: 'ALP' }))
    expect(await loading.findByText('The house style could not be loaded')).toBeVisible()
    isBroken = false
    await user.click(loading.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('dialog', { name: 'House style of Alpine Rotor' })).toBeVisible()
  })

  it('says that the operator is gone', async () => {
    serving()
    server.use(
      http.get(at('/config/operator'), () =>
        HttpResponse.json({ items: [], total: 0, pageNumber: 1, pageSize: 10 }),
      ),
    )
    renderPage(<OperatorsPage Redline={() => null} />, ada, '/operator-list/index?style=ALP')
    const dialog = within(await screen.findByRole('dialog', { name: 'ALP' }))
    expect(await dialog.findByText('Operator not found')).toBeVisible()
  })

  it('keeps what was typed when the operator is deleted meanwhile', async () => {
    serving()
    const { user, dialog } = await open()
    const header = dialog.getByRole('textbox', { name: 'Header text' })
    await user.type(header, 'Controlled copy')
    server.use(
      http.get(at('/config/operator'), () =>
        HttpResponse.json({ items: [], total: 0, pageNumber: 1, pageSize: 10 }),
      ),
    )
    await act(() => queryClient.invalidateQueries({ queryKey: ['operators', 'one'] }))
    expect(header).toBeVisible()
    expect(header).toHaveValue('Controlled copy')
  })

  it('shows the pages alone to those who may not change it', async () => {
    serving({ ...standard, version: 1, header: 'Controlled copy' })
    const { dialog, preview } = await open(rita)
    expect(dialog.getByText('Only an administrator can change operators.')).toBeVisible()
    expect(preview.getAllByText('Controlled copy')).toHaveLength(2)
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument()
  })
})
