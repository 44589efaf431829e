import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@/api/queries'
import type { Aircraft, Me, Operator } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { OperatorsPage } from './OperatorsPage'

connectApp()
const server = startServer(ada)

const aircraft = (registration: string): Aircraft => ({
  registration,
  serialNumber: '1001',
  model: 'H160-B',
  productAttributes: [],
})
const alpine: Operator = {
  id: 'id-alp',
  code: 'ALP',
  name: 'Alpine Rotor',
  country: 'CH',
  languages: [{ languageCode: 'de', countryCode: 'CH' }],
  extensionProducer: 'F0210',
  extensionCode: 'ALP',
  aircraft: [aircraft('HB-ZAA'), aircraft('HB-ZAB'), aircraft('HB-ZAC')],
  createdOn: '2026-01-02T03:04:05Z',
  updatedOn: '2026-01-02T03:04:05Z',
  version: 4,
}

function listing(operator: Operator = alpine) {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('/config/operator'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items: [operator], total: 1, pageNumber: 1, pageSize: 10 })
    }),
  )
  return { last: () => Object.fromEntries(asked.at(-1) ?? []) }
}

/** Answers a save with what `reply` says and remembers what was sent. */
function saving(method: 'post' | 'put', reply: (times: number) => Response) {
  const sent: unknown[] = []
  server.use(
    http[method](at('/config/operator'), async ({ request }) => {
      sent.push(await request.json())
      return reply(sent.length)
    }),
  )
  return sent
}

async function open(query = '', me: Me = ada) {
  const page = renderPage(<OperatorsPage Redline={() => null} />, me, `/operator-list/index${query}`)
  await screen.findByText('Alpine Rotor')
  return page
}

async function openDialog(name: string) {
  return within(await screen.findByRole('dialog', { name }))
}

describe('the list of operators', () => {
  it('shows code, name, country, languages, aircraft and the day of the last change', async () => {
    listing()
    await open()
    expect(
      screen.getByRole('row', { name: /ALP Alpine Rotor Switzerland de-CH 3 2026\/01\/02/ }),
    ).toBeVisible()
  })

  it('asks for what the address says and keeps the order there', async () => {
    const list = listing()
    const { user, query } = await open('?filter=alp&sort=name&order=desc')
    expect(list.last()).toEqual({
      filter: 'alp',
      sort: 'name',
      order: 'desc',
      pageNumber: '1',
      pageSize: '10',
    })
    await user.click(screen.getByRole('button', { name: 'Aircraft' }))
    await waitFor(() => expect(query().get('sort')).toBe('aircraft'))
  })

  it('tells a reader why nothing can be changed, and shows everything', async () => {
    listing()
    const { user } = await open('', rita)
    for (const name of ['Add operator', 'Delete Alpine Rotor']) {
      const button = screen.getByRole('button', { name })
      await user.hover(button)
      expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(button).toHaveAccessibleDescription('Only an administrator can change operators.')
    }
    await user.click(screen.getByRole('button', { name: 'View Alpine Rotor' }))
    const dialog = await openDialog('Alpine Rotor')
    expect(dialog.getByText('Only an administrator can change operators.')).toBeVisible()
    expect(dialog.getByRole('row', { name: /HB-ZAB/ })).toBeVisible()
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument()
  })

  it('opens no creation dialog for a reader, whatever the address says', async () => {
    listing()
    await open('?do=create', rita)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('creating an operator', () => {
  it('sends what was typed, with the default extension producer and the aircraft', async () => {
    listing()
    const sent = saving('post', () => HttpResponse.json(alpine, { status: 201 }))
    const { user, place } = await open('?do=create')
    const dialog = await openDialog('New operator')
    await user.type(dialog.getByRole('textbox', { name: 'Code' }), 'FJD')
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Fjord Air')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Country' }), 'NO')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Languages' }), 'nb-NO')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Languages' }), 'en-US')
    await user.click(dialog.getByRole('button', { name: /^Remove English/ }))
    await user.click(dialog.getByRole('button', { name: 'Add aircraft' }))
    const row = within(dialog.getByRole('group', { name: 'Aircraft 1' }))
    await user.type(row.getByRole('textbox', { name: 'Registration' }), 'LN-OAA')
    await user.type(row.getByRole('textbox', { name: 'Serial number' }), '2001')
    await user.type(row.getByRole('textbox', { name: 'Model' }), 'H160-B')
    await user.click(row.getByRole('button', { name: '0 attributes' }))
    await user.click(row.getByRole('button', { name: 'Add attribute' }))
    await user.type(row.getByRole('textbox', { name: 'Attribute' }), 'hoist')
    await user.type(row.getByRole('textbox', { name: 'Value' }), 'installed')
    await user.click(dialog.getByRole('button', { name: 'Create' }))

    expect(await screen.findByText('Fjord Air saved.')).toBeVisible()
    expect(place()).toBe('/operator-list/index')
    expect(sent).toEqual([
      {
        code: 'FJD',
        name: 'Fjord Air',
        country: 'NO',
        languages: [{ languageCode: 'nb', countryCode: 'NO' }],
        extensionProducer: 'F0210',
        extensionCode: '',
        aircraft: [
          {
            registration: 'LN-OAA',
            serialNumber: '2001',
            model: 'H160-B',
            productAttributes: [{ name: 'hoist', value: 'installed' }],
          },
        ],
      },
    ])
  })

  it('takes a PNG as logo and refuses what is no picture or too large', async () => {
    listing()
    const { user } = await open('?do=create')
    const dialog = await openDialog('New operator')
    const input = dialog.getByLabelText('Logo')
    // The file dialog's filter is only a hint; people can choose any file in it.
    const choose = (file: File) => user.upload(input, file)
    input.removeAttribute('accept')

    await choose(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }))
    expect(await dialog.findByText('The image must be a PNG or JPEG file')).toBeVisible()
    await choose(new File([new Uint8Array(128 * 1024 + 1)], 'big.png', { type: 'image/png' }))
    expect(await dialog.findByText('The image is larger than 128 kB')).toBeVisible()
    await choose(new File(['png'], 'logo.png', { type: 'image/png' }))
    expect(await dialog.findByRole('img', { name: 'Logo of the operator' })).toHaveAttribute(
      'src',
      `data:image/png;base64,${btoa('png')}`,
    )
    expect(dialog.queryByText('The image is larger than 128 kB')).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Remove image' }))
    expect(dialog.queryByRole('img', { name: 'Logo of the operator' })).not.toBeInTheDocument()
  })
})

describe('editing an operator', () => {
  it('shows each complaint at its field, down to one aircraft, and can be saved afterwards', async () => {
    listing()
    const sent = saving('put', (times) =>
      times === 1
        ? problem(400, 'request.invalid', 'Invalid parameter', [
            { field: 'code', code: 'character', message: 'Only letters' },
            { field: 'aircraft[2].registration', code: 'taken', message: 'Already taken' },
          ])
        : HttpResponse.json(alpine),
    )
    const { user } = await open('?operator=ALP')
    const dialog = await openDialog('Operator Alpine Rotor')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText('Already taken')).toBeVisible()
    const third = within(dialog.getByRole('group', { name: 'Aircraft 3' }))
    const registration = third.getByRole('textbox', { name: 'Registration' })
    expect(registration).toHaveAccessibleDescription('Already taken')
    expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/Only letters/)

    await user.type(registration, 'X')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Alpine Rotor saved.')).toBeVisible()
    expect(sent.at(-1)).toMatchObject({
      id: 'id-alp',
      version: 4,
      aircraft: [{}, {}, { registration: 'HB-ZACX' }],
    })
  })

  it('turns to the page of the aircraft that is wrong', async () => {
    const fleet = Array.from({ length: 23 }, (_, index) => aircraft(`HB-Z${index}`))
    listing({ ...alpine, aircraft: fleet })
    saving('put', () =>
      problem(400, 'request.invalid', 'Invalid parameter', [
        { field: 'aircraft[21].model', code: 'too_long', message: 'Too long' },
      ]),
    )
    const { user } = await open('?operator=ALP')
    const dialog = await openDialog('Operator Alpine Rotor')
    expect(dialog.queryByRole('group', { name: 'Aircraft 22' })).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const row = within(await dialog.findByRole('group', { name: 'Aircraft 22' }))
    expect(row.getByRole('textbox', { name: 'Model' })).toHaveAccessibleDescription('Too long')
  })

  it('removes the aircraft that was chosen and keeps its neighbours', async () => {
    listing()
    const sent = saving('put', () => HttpResponse.json(alpine))
    const { user } = await open('?operator=ALP')
    const dialog = await openDialog('Operator Alpine Rotor')
    await user.click(dialog.getByRole('button', { name: 'Remove aircraft 2' }))
    expect(dialog.getByRole('button', { name: 'Add aircraft' })).toHaveFocus()
    await user.click(dialog.getByRole('button', { name: /^Remove German/ }))
    expect(dialog.getByRole('combobox', { name: 'Languages' })).toHaveFocus()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ aircraft: [{ registration: 'HB-ZAA' }, { registration: 'HB-ZAC' }] })
  })

  it('loads what somebody else changed and keeps what was typed', async () => {
    listing()
    const sent = saving('put', (times) =>
      times === 1
        ? problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile')
        : HttpResponse.json(alpine),
    )
    const { user } = await open('?operator=ALP')
    const dialog = await openDialog('Operator Alpine Rotor')
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' AG')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Somebody changed this meanwhile')).toBeVisible()
    listing({ ...alpine, country: 'AT', version: 5 })
    await user.click(dialog.getByRole('button', { name: /^Load current values/ }))
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Country' })).toHaveValue('AT'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ name: 'Alpine Rotor AG', country: 'AT', version: 5 })
  })

  it('keeps the aircraft and languages that somebody else added, and guards what was typed', async () => {
    listing()
    const sent = saving('put', (times) =>
      times === 1
        ? problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile')
        : HttpResponse.json(alpine),
    )
    const { user } = await open('?operator=ALP')
    const dialog = await openDialog('Operator Alpine Rotor')
    const first = () => within(dialog.getByRole('group', { name: 'Aircraft 1' }))
    await user.type(first().getByRole('textbox', { name: 'Serial number' }), '77')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Languages' }), 'fr-CH')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const reload = await dialog.findByRole('button', { name: /^Load current values/ })
    const added = { ...aircraft('HB-ZAD'), serialNumber: '4' }
    listing({
      ...alpine,
      languages: [...alpine.languages, { languageCode: 'it', countryCode: 'CH' }],
      aircraft: [...alpine.aircraft, added],
      version: 5,
    })
    await user.click(reload)
    await dialog.findByRole('group', { name: 'Aircraft 4' })
    const typed = `${alpine.aircraft[0]?.serialNumber}77`
    expect(first().getByRole('textbox', { name: 'Serial number' })).toHaveValue(typed)

    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({
      languages: ['de', 'it', 'fr'].map((languageCode) => ({ languageCode, countryCode: 'CH' })),
      aircraft: [{ ...alpine.aircraft[0], serialNumber: typed }, ...alpine.aircraft.slice(1), added],
      version: 5,
    })
  })
})

describe('an operator that somebody renamed or deleted meanwhile', () => {
  const gone = () =>
    server.use(
      http.get(at('/config/operator'), () =>
        HttpResponse.json({ items: [], total: 0, pageNumber: 1, pageSize: 10 }),
      ),
    )

  it('is not waited for', async () => {
    gone()
    renderPage(<OperatorsPage Redline={() => null} />, ada, '/operator-list/index?operator=ALP')
    const dialog = await openDialog('ALP')
    expect(await dialog.findByText('Operator not found')).toBeVisible()
  })

  it('leaves what was typed in its form, and says that there is nothing to load', async () => {
    listing()
    saving('put', () => problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile'))
    const { user } = await open('?operator=ALP')
    const dialog = await openDialog('Operator Alpine Rotor')
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' AG')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const reload = await dialog.findByRole('button', { name: /^Load current values/ })
    gone()
    await act(() => queryClient.invalidateQueries({ queryKey: ['operators', 'one'] }))
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Alpine Rotor AG')
    await user.click(reload)
    expect(await screen.findByText(/^This record has been deleted or renamed/)).toBeVisible()
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Alpine Rotor AG')
  })
})

describe('deleting an operator', () => {
  it('asks, says Deleting while it runs, and shows a refusal in the dialog', async () => {
    listing()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.use(
      http.delete(at('/config/operator'), async ({ request }) => {
        await held
        return new URL(request.url).searchParams.get('code') === 'ALP'
          ? problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile')
          : new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Delete Alpine Rotor' }))
    const dialog = await openDialog('Delete operator')
    expect(dialog.getByText(/cannot be restored/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByRole('button', { name: 'Deleting' })).toHaveAttribute('aria-busy', 'true')
    release()
    expect(await dialog.findByText('Somebody changed this meanwhile')).toBeVisible()
  })

  it('tells that it is done', async () => {
    listing()
    server.use(http.delete(at('/config/operator'), () => new HttpResponse(null, { status: 204 })))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Delete Alpine Rotor' }))
    await user.click((await openDialog('Delete operator')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Operation successful!')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
