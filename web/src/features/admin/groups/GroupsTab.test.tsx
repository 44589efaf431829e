import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Group, GroupWithMembers } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { GroupsTab } from './GroupsTab'

connectApp()
const server = startServer(ada)

const fleet: Group = {
  id: 'g1',
  name: 'Fleet 2',
  description: 'Night shift',
  memberCount: 2,
  grantCount: 1,
  createdOn: '2026-03-04T05:06:07Z',
  updatedOn: '2026-03-04T05:06:07Z',
  version: 3,
}
const members = [
  { account: 'ben', displayName: 'Ben' },
  { account: 'kim', displayName: '' },
]

function holding(...groups: Group[]) {
  server.use(
    http.get(at('/groups'), () =>
      HttpResponse.json({ items: groups, total: groups.length, pageNumber: 1, pageSize: 10 }),
    ),
    http.get(at('/groups/g1'), () => HttpResponse.json({ group: fleet, members })),
    http.get(at('/user-manage/queryAllUsers'), ({ request }) => {
      const filter = new URL(request.url).searchParams.get('filter') ?? ''
      const found = ['liam', 'lisa'].filter((account) => account.includes(filter))
      const items = found.map((account) => ({ ...ada.user, id: account, account, displayName: '' }))
      return HttpResponse.json({ items, total: items.length, pageNumber: 1, pageSize: 20 })
    }),
  )
}

/** Answers changes of the group and remembers them. */
function saving(answerWith: () => Response = () => HttpResponse.json({ group: fleet, members })) {
  const sent: unknown[] = []
  const remember = async ({ request }: { request: Request }) => {
    sent.push(await request.json())
    return answerWith()
  }
  server.use(http.put(at('/groups/g1'), remember), http.post(at('/groups'), remember))
  return sent
}

async function edit() {
  const page = renderPage(<GroupsTab />, ada)
  await page.user.click(await screen.findByRole('button', { name: 'Edit Fleet 2' }))
  await screen.findByRole('checkbox', { name: 'Ben (ben)' })
  return { ...page, dialog: within(screen.getByRole('dialog', { name: 'Edit Fleet 2' })) }
}

it('explains groups while there are none', async () => {
  holding()
  const { user } = renderPage(<GroupsTab />, ada)
  expect(await screen.findByRole('heading', { name: 'No groups yet' })).toBeVisible()
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Add group' }))
  expect(screen.getByRole('dialog', { name: 'Add group' })).toBeVisible()
})

it('writes counts as the language does', async () => {
  holding({ ...fleet, memberCount: 1234 })
  renderPage(<GroupsTab />, ada)
  expect(await screen.findByRole('cell', { name: '1,234' })).toBeInTheDocument()
})

it('says when the groups cannot be loaded', async () => {
  server.use(http.get(at('/groups'), () => problem(503, 'server.busy', 'The server is busy')))
  renderPage(<GroupsTab />, ada)
  expect(await screen.findByText('The groups could not be loaded', {}, { timeout: 5000 })).toBeVisible()
})

it('adds a group with several people at once', async () => {
  holding(fleet)
  const sent = saving(() => HttpResponse.json({ group: fleet, members }, { status: 201 }))
  const { user } = renderPage(<GroupsTab />, ada, '/?do=create')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add group' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Fleet 3')
  await user.type(dialog.getByRole('searchbox'), 'li')
  await dialog.findByRole('checkbox', { name: 'liam' })
  await user.click(dialog.getByRole('button', { name: 'Check all shown' }))
  expect(dialog.getByRole('heading', { name: '2 members' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Fleet 3 saved.')).toBeVisible()
  expect(sent).toEqual([{ name: 'Fleet 3', description: '', members: ['liam', 'lisa'] }])
})

describe('changing a group', () => {
  it('asks before members are removed, and removes nobody otherwise', async () => {
    holding(fleet)
    const sent = saving()
    const { user, dialog } = await edit()
    await user.click(dialog.getByRole('checkbox', { name: 'kim' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove 1 member from Fleet 2?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(sent).toEqual([])
    expect(dialog.getByRole('checkbox', { name: 'kim' })).not.toBeChecked()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Remove and save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toEqual([{ name: 'Fleet 2', description: 'Night shift', members: ['ben'], version: 3 }])
  })

  it('shows at its field that the name is taken', async () => {
    holding(fleet)
    saving(() => problem(409, 'group.name_taken', 'A group has this name'))
    const { user, dialog } = await edit()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' b')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('A group has this name')).toBeVisible()
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Fleet 2 b')
  })

  it('keeps both changes when somebody else changed the members meanwhile', async () => {
    holding(fleet)
    const sent = saving(() => problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile'))
    const { user, dialog } = await edit()
    await user.type(dialog.getByRole('searchbox'), 'lia')
    await user.click(await dialog.findByRole('checkbox', { name: 'liam' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const newer: GroupWithMembers = {
      group: { ...fleet, version: 4 },
      members: [...members, { account: 'zoe', displayName: '' }],
    }
    server.use(http.get(at('/groups/g1'), () => HttpResponse.json(newer)))
    await user.click(await dialog.findByRole('button', { name: /^Load current values/ }))
    await waitFor(() => expect(dialog.getByRole('heading', { name: '4 members' })).toBeVisible())
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.at(-1)).toMatchObject({ members: ['ben', 'kim', 'zoe', 'liam'], version: 4 })
  })
})

it('says what a deletion takes away, and deletes only after asking', async () => {
  holding(fleet)
  const deleted: unknown[] = []
  server.use(
    http.delete(at('/groups/:id'), ({ params }) => {
      deleted.push(params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<GroupsTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Delete Fleet 2' }))
  expect(screen.getByText('The access given through this group ends: 2 members, 1 grant.')).toBeVisible()
  expect(deleted).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete group' }))
  expect(await screen.findByText('Fleet 2 deleted.')).toBeVisible()
  expect(deleted).toEqual(['g1'])
})

describe('a file of groups', () => {
  const file = new File(['group,account\nFleet 3,liam\n'], 'groups.csv', { type: 'text/csv' })

  async function drop(answerWith: (sent: { apply?: boolean }) => Response) {
    holding(fleet)
    const sent: unknown[] = []
    server.use(
      http.post<never, { csv: string; apply?: boolean }>(at('/groups/import'), async ({ request }) => {
        const body = await request.json()
        sent.push(body)
        return answerWith(body)
      }),
    )
    const { user } = renderPage(<GroupsTab />, ada)
    await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Import groups and members' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input) await user.upload(input, file)
    return { user, dialog, sent }
  }

  it('is checked first, and applied after its changes were shown', async () => {
    const change = { name: 'Fleet 3', isNew: true, added: ['liam'], removed: [] }
    const { user, dialog, sent } = await drop(() => HttpResponse.json({ changes: [change], digest: 'd1' }))
    expect(await dialog.findByRole('row', { name: /Fleet 3 \(new\) liam/ })).toBeVisible()
    expect(sent).toEqual([{ csv: await file.text() }])
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('1 group changed.')).toBeVisible()
    expect(sent).toEqual([{ csv: await file.text() }, { csv: await file.text(), apply: true, preview: 'd1' }])
  })

  it('shows when the groups changed since the preview', async () => {
    const change = { name: 'Fleet 3', isNew: true, added: ['liam'], removed: [] }
    const { user, dialog } = await drop(({ apply }) =>
      apply
        ? problem(409, 'group.preview_changed', 'The groups have changed since the preview.')
        : HttpResponse.json({ changes: [change], digest: 'd1' }),
    )
    await user.click(await dialog.findByRole('button', { name: 'Apply' }))
    const outdated = 'The groups have changed since the preview.'
    expect(await dialog.findByText(outdated)).toBeVisible()
    // The next preview is one of the groups as they are now.
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input) await user.upload(input, file)
    await waitFor(() => expect(dialog.queryByText(outdated)).not.toBeInTheDocument())
    expect(await dialog.findByRole('row', { name: /Fleet 3 \(new\) liam/ })).toBeVisible()
  })

  it('shows a new description, and of many accounts the first and the number of the others', async () => {
    const added = Array.from({ length: 23 }, (_, number) => `crew${number}`)
    const change = { name: 'Fleet 2', isNew: false, description: 'Night shift', added, removed: [] }
    const { dialog } = await drop(() => HttpResponse.json({ changes: [change], digest: 'd1' }))
    const row = await dialog.findByRole('row', { name: /Fleet 2 Description: Night shift crew0, crew1,/ })
    expect(row).toHaveTextContent('crew19 and 3 more')
    expect(row).not.toHaveTextContent('crew20')
  })

  it('says by its button that members are removed', async () => {
    const change = { name: 'Fleet 2', isNew: false, added: [], removed: ['kim'] }
    const { dialog } = await drop(() => HttpResponse.json({ changes: [change], digest: 'd1' }))
    expect(await dialog.findByRole('button', { name: 'Remove members and apply' })).toBeVisible()
  })

  it('is reported by line when something is wrong', async () => {
    const errors = [{ field: 'lines[2].account', code: 'unknown_value', message: 'Unknown value' }]
    const { dialog } = await drop(() => problem(400, 'request.invalid', 'Invalid parameter', errors))
    expect(await dialog.findByText('The file has errors. Nothing was changed.')).toBeVisible()
    expect(dialog.getByRole('row', { name: '2 account Unknown value' })).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument()
  })

  it('may have nothing to change', async () => {
    const { dialog } = await drop(() => HttpResponse.json({ changes: [], digest: 'd0' }))
    expect(await dialog.findByText('The groups already match the file')).toBeVisible()
  })
})
