import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { databaseNode } from '@/lib/library/folderNodes'
import { openNode } from '@/lib/useLazyTree'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada, arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { treeState } from '../tree/treeState'
import { CreateDatabaseDialog } from './CreateDatabaseDialog'
import { CreateManualDialog } from './CreateManualDialog'
import { DeleteDialog } from './DeleteDialog'
import { RenameDialog } from './RenameDialog'

connectApp()
const server = startServer()
const h160 = library.csdb('H160')
const mel = library.manual('H160', 'MEL')

const types = [
  { code: 'MEL', name: 'Minimum Equipment List', selfEditing: false },
  { code: 'FCOM', name: 'Flight Crew Operating Manual', selfEditing: false },
  { code: 'SELF', name: 'Self-editing manual', selfEditing: true },
]

function choices(languages = [{ languageCode: 'zh', countryCode: 'CN' }]) {
  server.use(
    http.get(at('/csdb/manualTypeDetail'), () => HttpResponse.json(types)),
    http.get(at('/config/csdbTypes'), () =>
      HttpResponse.json([
        { code: 'H160', name: { en: 'H160', zh: 'H160' } },
        { code: 'ATA2300', name: { en: 'Aircraft-unrelated', zh: '与航空器无关' } },
      ]),
    ),
    http.get(at('/airline/config/language'), () => HttpResponse.json(languages)),
  )
}

/** Answers a call with what `reply` says and remembers what was sent. */
function answering(method: 'post' | 'put', path: string, reply: () => Response) {
  const sent: unknown[] = []
  server.use(
    http[method](at(path), async ({ request }) => {
      sent.push(await request.json())
      return reply()
    }),
  )
  return sent
}

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

describe('creating a database', () => {
  const show = () => {
    choices()
    const onClose = vi.fn()
    return { ...renderPage(<CreateDatabaseDialog onClose={onClose} />, ada, '/library/all'), onClose }
  }

  it('sends its name and type as lists, copies the name to the alias, and leads to the database', async () => {
    const sent = answering('post', '/csdb', () => HttpResponse.json(library.csdb('H175'), { status: 201 }))
    const { user, place, onClose } = show()
    const form = await dialog('Create New Database')
    expect(form.getByRole('combobox', { name: 'Database Type' })).toHaveValue('H160')
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'H175')
    expect(form.getByRole('textbox', { name: 'Display name' })).toHaveValue('H175')
    await user.click(form.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(place()).toBe('/library/H175'))
    expect(sent).toEqual([{ csdbName: ['H175'], aliasName: ['H175'], csdbType: ['H160'] }])
    expect(await screen.findByText('H175 created.')).toBeVisible()
    expect(onClose).toHaveBeenCalled()
  })

  it('keeps Create closed while the name is empty, and complains about it while it is typed', async () => {
    const { user } = show()
    const form = await dialog('Create New Database')
    const create = form.getByRole('button', { name: 'Create' })
    expect(create).toHaveAttribute('aria-disabled', 'true')
    const name = form.getByRole('textbox', { name: 'Name' })
    await user.type(name, 'H 1')
    expect(create).not.toHaveAttribute('aria-disabled')
    expect(name).toHaveAccessibleDescription(/space character is not allowed/)
    await user.clear(name)
    await user.type(name, 'H/1')
    expect(name).toHaveAccessibleDescription(/only letters, numbers, hyphen, underscore and plus are allowed/)
    await user.click(create)
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })

  it.each([
    ['a name that is taken', () => problem(409, 'csdb.name_taken', 'This name is taken')],
    [
      'a name that is refused',
      () =>
        problem(400, 'request.invalid', 'Invalid parameter', [
          { field: 'csdbName', code: 'reserved', message: 'This name is taken' },
        ]),
    ],
  ])(
    "shows the server's complaint about %s at its field and keeps what was typed",
    async (_what, refusal) => {
      answering('post', '/csdb', refusal)
      const { user } = show()
      const form = await dialog('Create New Database')
      const name = form.getByRole('textbox', { name: 'Name' })
      await user.type(name, 'H160')
      await user.click(form.getByRole('button', { name: 'Create' }))
      await waitFor(() => expect(name).toHaveAccessibleDescription(/This name is taken/))
      expect(name).toHaveValue('H160')
    },
  )

  it('says Creating and cannot be closed while it is busy', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.use(
      http.post(at('/csdb'), async () => {
        await held
        return problem(503, 'server.busy', 'Busy, try again')
      }),
    )
    const { user, onClose } = show()
    const form = await dialog('Create New Database')
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'H175')
    await user.click(form.getByRole('button', { name: 'Create' }))
    expect(await form.findByRole('button', { name: 'Creating' })).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    release()
    expect(await form.findByText('Busy, try again')).toBeVisible()
  })
})

describe('creating a manual', () => {
  const show = (languages?: { languageCode: string; countryCode: string }[]) => {
    choices(languages)
    return renderPage(<CreateManualDialog csdb={h160} onClose={() => undefined} />, ada, '/library/H160')
  }
  const open = () => dialog('Create New Manual in H160')

  it('has every field with its default', async () => {
    show()
    const form = await open()
    expect(form.getByRole('radio', { name: 'With OEM version' })).toBeChecked()
    expect(form.getByRole('combobox', { name: 'Manual Type' })).toHaveValue('MEL')
    expect(form.getByRole('radio', { name: 'Yes' })).toBeChecked()
    expect(form.getByRole('combobox', { name: 'Model' })).toHaveValue('H160')
    const approval = form.getByRole('combobox', { name: 'Approval required' })
    expect(
      within(approval)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Yes', 'No'])
    expect(await form.findByRole('checkbox', { name: /Chinese/ })).not.toBeChecked()
  })

  it('without OEM: self-editing type, no aircraft, model closed, approval no; with OEM again: the defaults', async () => {
    const { user } = show()
    const form = await open()
    const type = form.getByRole('combobox', { name: 'Manual Type' })
    await within(type).findByRole('option', { name: /FCOM/ })
    await user.selectOptions(type, 'FCOM')
    await user.click(form.getByRole('radio', { name: 'Without OEM version' }))
    expect(type).toHaveValue('SELF')
    expect(form.getByRole('radio', { name: 'No' })).toBeChecked()
    expect(form.getByRole('combobox', { name: 'Model' })).toBeDisabled()
    expect(form.getByRole('combobox', { name: 'Model' })).toHaveValue('ATA2300')
    expect(form.getByRole('combobox', { name: 'Approval required' })).toHaveValue('no')
    await user.click(form.getByRole('radio', { name: 'With OEM version' }))
    expect(type).toHaveValue('MEL')
    expect(form.getByRole('radio', { name: 'Yes' })).toBeChecked()
    expect(form.getByRole('combobox', { name: 'Model' })).toHaveValue('H160')
    expect(form.getByRole('combobox', { name: 'Approval required' })).toHaveValue('yes')
  })

  it('cannot choose a language where no operator has set one', async () => {
    show([])
    const form = await open()
    expect(await form.findByRole('checkbox', { name: 'N/A' })).toBeDisabled()
  })

  it('sends everything as lists of strings', async () => {
    const sent = answering('post', '/csdb/manual', () =>
      HttpResponse.json(library.manual('H160', 'MEL-2'), { status: 201 }),
    )
    const { user, place } = show()
    const form = await open()
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'MEL-2')
    await user.click(await form.findByRole('checkbox', { name: /Chinese/ }))
    await user.click(form.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(place()).toBe('/library/H160/MEL-2'))
    expect(sent).toEqual([
      {
        csdbName: ['H160'],
        manualName: ['MEL-2'],
        aliasName: ['MEL-2'],
        manualType: ['MEL'],
        withOem: ['true'],
        aircraftRelated: ['yes'],
        modelIdentCode: ['H160'],
        approvalRequired: ['yes'],
        translationLanguages: ['zh-CN'],
        autoCreateProfile: ['yes'],
        initProfile: ['All'],
        extensionCode: [],
        extensionProducer: ['F0210'],
      },
    ])
  })
})

describe('renaming', () => {
  it('sends the altered entity to its path', async () => {
    const sent = answering('put', '/folders/default/H160/MEL', () => HttpResponse.json(mel))
    const onClose = vi.fn()
    const { user } = renderPage(<RenameDialog folder={mel} onClose={onClose} />, ada)
    const form = await dialog('Rename manual')
    const alias = form.getByRole('textbox', { name: 'Display name' })
    await user.clear(alias)
    expect(form.getByRole('button', { name: 'Rename' })).toHaveAttribute('aria-disabled', 'true')
    await user.type(alias, 'Minimum Equipment List')
    await user.click(form.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByText('Operation successful!')).toBeVisible()
    expect(sent).toEqual([
      { ...mel, attributeMap: { ...mel.attributeMap, aliasName: ['Minimum Equipment List'] } },
    ])
    expect(onClose).toHaveBeenCalled()
  })

  it('loads what somebody else changed and keeps what was typed', async () => {
    answering('put', '/folders/default/H160', () =>
      problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile'),
    )
    const { user } = renderPage(<RenameDialog folder={h160} onClose={() => undefined} />, ada)
    const form = await dialog('Rename database')
    await user.type(form.getByRole('textbox', { name: 'Display name' }), ' fleet')
    await user.click(form.getByRole('button', { name: 'Rename' }))
    server.use(http.get(at('/csdb'), () => HttpResponse.json([{ ...h160, version: 4 }])))
    await user.click(await form.findByRole('button', { name: /^Load current values/ }))
    const sent = answering('put', '/folders/default/H160', () => HttpResponse.json(h160))
    await waitFor(() => expect(form.queryByText('Somebody changed this meanwhile')).not.toBeInTheDocument())
    await user.click(form.getByRole('button', { name: 'Rename' }))
    await waitFor(() =>
      expect(sent).toMatchObject([{ version: 4, attributeMap: { aliasName: ['H160 fleet'] } }]),
    )
  })
})

describe('deleting', () => {
  it('a database: asks, says Deleting, closes its nodes, and leads to the dashboard', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked: string[] = []
    server.use(
      http.delete(at('/csdb'), async ({ request }) => {
        asked.push(new URL(request.url).search)
        await held
        return new HttpResponse(null, { status: 204 })
      }),
    )
    openNode(treeState, databaseNode(h160))
    const { user, place } = renderPage(
      <DeleteDialog folder={h160} onClose={() => undefined} />,
      ada,
      '/library/H160',
    )
    const confirm = await dialog('Delete database')
    expect(confirm.getByText(/moved to the trash\. You can restore the content under Admin/)).toBeVisible()
    await user.click(confirm.getByRole('button', { name: 'Delete' }))
    expect(await confirm.findByRole('button', { name: 'Deleting' })).toHaveAttribute('aria-busy', 'true')
    release()
    await waitFor(() => expect(place()).toBe('/dashboard'))
    expect(asked).toEqual(['?csdbName=H160'])
    expect(treeState.get().size).toBe(0)
    expect(await screen.findByText('Operation successful!')).toBeVisible()
  })

  it('tells an author that only an administrator can restore a manual', async () => {
    renderPage(<DeleteDialog folder={mel} onClose={() => undefined} />, arthur, '/library/H160/MEL')
    const confirm = await dialog('Delete manual')
    expect(confirm.getByText(/cannot be restored by you\. An administrator can restore it/)).toBeVisible()
  })

  it('a manual: whoever looks at it finds its database', async () => {
    const asked: string[] = []
    server.use(
      http.delete(at('/csdb/manual'), ({ request }) => {
        asked.push(new URL(request.url).search)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user, place } = renderPage(
      <DeleteDialog folder={mel} onClose={() => undefined} />,
      ada,
      '/library/H160/MEL',
    )
    await user.click((await dialog('Delete manual')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(place()).toBe('/library/H160'))
    expect(asked).toEqual(['?csdbName=H160&manualName=MEL'])
  })

  it('a manual that others edit: says who holds how many files, and cannot be confirmed', async () => {
    const held = (path: string, checkedOutBy: string) => ({
      path,
      checkedOutBy,
      checkedOutOn: '2026-03-04T14:03:07',
    })
    server.use(
      http.get(at('/files/checkouts'), () =>
        HttpResponse.json([
          held('/H160/MEL/DMC-A_en-US.XML', 'paula'),
          held('/H160/MEL/DMC-B_en-US.XML', 'paula'),
          held('/H160/MEL/DMC-C_en-US.XML', 'ada'),
          held('/H160/MEL-2/DMC-D_en-US.XML', 'rita'),
        ]),
      ),
    )
    renderPage(<DeleteDialog folder={mel} onClose={() => undefined} />, ada, '/library/H160/MEL')
    const confirm = await dialog('Delete manual')
    expect(await confirm.findByText('paula: 2 files')).toBeVisible()
    expect(confirm.queryByText(/rita/)).toBeNull()
    expect(confirm.getByText(/^You have 1 file in it checked out\./)).toBeVisible()
    expect(confirm.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('shows a refusal in the dialog, which stays', async () => {
    server.use(http.delete(at('/csdb'), () => problem(403, 'forbidden', 'You may not do this')))
    const { user, place } = renderPage(
      <DeleteDialog folder={h160} onClose={() => undefined} />,
      ada,
      '/library/H160',
    )
    const confirm = await dialog('Delete database')
    await user.click(confirm.getByRole('button', { name: 'Delete' }))
    expect(await confirm.findByText('You may not do this')).toBeVisible()
    expect(place()).toBe('/library/H160')
  })
})
