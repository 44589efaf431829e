import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@/api/queries'
import type { User } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { AdminPage } from '../AdminPage'

connectApp()
const server = startServer(ada)

const ben: User = {
  ...ada.user,
  id: 'id-ben',
  account: 'ben',
  displayName: 'Ben',
  email: 'ben@example.org',
  role: 'author',
  version: 7,
}
const kim: User = {
  ...ben,
  id: 'id-kim',
  account: 'kim',
  email: 'kim@example.org',
  displayName: '',
  role: 'reader',
  status: 'pending',
}

/** Answers the list with these users and remembers what was asked. */
function listing(users: User[], total = users.length) {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('/user-manage/queryAllUsers'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items: users, total, pageNumber: 1, pageSize: 10 })
    }),
  )
  return { last: () => Object.fromEntries(asked.at(-1) ?? []) }
}

async function open(query = '') {
  const page = renderPage(<AdminPage />, ada, `/admin/index${query}`)
  await screen.findByText('ben')
  const choose = async (account: string, action: string) => {
    await page.user.click(screen.getByRole('button', { name: `More actions for ${account}` }))
    await page.user.click(screen.getByRole('menuitem', { name: new RegExp(`^${action}`) }))
  }
  return { ...page, choose }
}

describe('the list of users', () => {
  it('asks for what the address says', async () => {
    const list = listing([ben], 30)
    await open('?tab=users&filter=b&role=author&status=active&sort=email&order=desc&page=2&size=20')
    expect(list.last()).toEqual({
      filter: 'b',
      role: 'author',
      status: 'active',
      sort: 'email',
      order: 'desc',
      pageNumber: '2',
      pageSize: '20',
    })
  })

  it('keeps search, filters, order and page in the address', async () => {
    listing([ben], 30)
    const { user, query } = await open()
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await waitFor(() => expect(query().get('page')).toBe('2'))
    await user.click(screen.getByRole('button', { name: 'Status' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'author')
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'ben{Enter}')
    await waitFor(() =>
      expect(Object.fromEntries(query())).toEqual({
        sort: 'status',
        order: 'asc',
        role: 'author',
        filter: 'ben',
      }),
    )
  })

  it('stays on its page while a user is added', async () => {
    listing([ben], 30)
    const { user, query } = await open('?tab=users&page=2')
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    expect(Object.fromEntries(query())).toEqual({ tab: 'users', page: '2', do: 'create' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(Object.fromEntries(query())).toEqual({ tab: 'users', page: '2' })
  })

  it('ignores a role, an order and a page that do not exist', async () => {
    const list = listing([ben])
    await open('?role=pilot&sort=password&page=-3&size=7')
    expect(list.last()).toEqual({
      filter: '',
      sort: 'account',
      order: 'asc',
      pageNumber: '1',
      pageSize: '10',
    })
  })

  it('marks the own row and says why some actions are closed there', async () => {
    listing([ada.user, ben])
    const { user } = await open()
    expect(within(screen.getByRole('row', { name: /ada/ })).getByText('You')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'More actions for ada' }))
    const deactivate = screen.getByRole('menuitem', { name: /^Deactivate/ })
    expect(deactivate).toHaveAttribute('aria-disabled', 'true')
    expect(deactivate).toHaveAccessibleDescription(/another administrator can/)
    expect(screen.getByRole('menuitem', { name: /^Reset password/ })).toHaveAccessibleDescription(
      /Change your own password under My account/,
    )
  })

  it('says what to do when nothing matches', async () => {
    const { user, place } = renderPage(<AdminPage />, ada, '/admin/index?tab=users&filter=nobody')
    expect(await screen.findByRole('heading', { name: 'No matching users' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(place()).toBe('/admin/index?tab=users')
  })

  it('is closed to those who do not administer', () => {
    renderPage(<AdminPage />, rita, '/admin/index')
    expect(screen.getByRole('heading', { name: 'For administrators only' })).toBeVisible()
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
  })
})

describe('adding a user', () => {
  const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    const dialog = within(screen.getByRole('dialog', { name: 'Add user' }))
    await user.type(dialog.getByRole('textbox', { name: 'Account' }), 'joy')
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'joy@example.org')
    return dialog
  }

  it('shows a password made by the server once, and drops the command from the address', async () => {
    listing([ben])
    let sent: unknown
    server.use(
      http.post(at('/user-manage/createUser'), async ({ request }) => {
        sent = await request.json()
        const user = { ...ben, account: 'joy' }
        return HttpResponse.json({ user, password: 'wren-orbit-41' }, { status: 201 })
      }),
    )
    const page = await open('?tab=users&do=create')
    const dialog = await fill(page)
    await page.user.click(dialog.getByRole('button', { name: 'Add user' }))

    const shown = within(await screen.findByRole('dialog', { name: 'One-time password for joy' }))
    expect(shown.getByText('wren-orbit-41')).toBeVisible()
    expect(sent).toEqual({ account: 'joy', email: 'joy@example.org', displayName: '', role: 'reader' })

    await page.user.click(shown.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText('wren-orbit-41')).not.toBeInTheDocument()
    expect(page.place()).toBe('/admin/index?tab=users')
  })

  it('sends a password that the administrator sets', async () => {
    listing([ben])
    let sent: unknown
    server.use(
      http.post(at('/user-manage/createUser'), async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ user: ben }, { status: 201 })
      }),
    )
    const page = await open('?do=create')
    const dialog = await fill(page)
    await page.user.click(dialog.getByRole('radio', { name: 'Author' }))
    await page.user.click(dialog.getByRole('radio', { name: 'Set a password' }))
    await page.user.type(dialog.getByLabelText(/^Password/), 'a first password')
    await page.user.click(dialog.getByRole('button', { name: 'Add user' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toMatchObject({ account: 'joy', role: 'author', password: 'a first password' })
  })

  it('shows at its field that the account is taken and keeps what was typed', async () => {
    listing([ben])
    server.use(
      http.post(at('/user-manage/createUser'), () =>
        problem(409, 'user.account_taken', 'This account name is taken'),
      ),
    )
    const page = await open('?do=create')
    const dialog = await fill(page)
    await page.user.click(dialog.getByRole('button', { name: 'Add user' }))
    expect(await dialog.findByText('This account name is taken')).toBeVisible()
    const account = dialog.getByRole('textbox', { name: 'Account' })
    expect(account).toHaveAccessibleDescription(/This account name is taken/)
    expect(account).toHaveValue('joy')
  })
})

describe('editing a user', () => {
  it('shows in the dialog that the last administrator must stay', async () => {
    listing([ben])
    server.use(
      http.post(at('/user-manage/updateUser'), () =>
        problem(409, 'user.last_admin', 'The last active administrator must stay one'),
      ),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Edit ben' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Edit ben' }))
    await user.click(dialog.getByRole('radio', { name: 'Reader' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText('The last active administrator must stay one')).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Reader' })).toBeChecked()
  })

  it('loads what somebody else changed, keeps what was typed, and then saves', async () => {
    listing([ben])
    const sent: unknown[] = []
    server.use(
      http.post(at('/user-manage/updateUser'), async ({ request }) => {
        sent.push(await request.json())
        return sent.length === 1
          ? problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile')
          : HttpResponse.json(ben)
      }),
      http.get(at('/user-manage/getUserByAccount'), () =>
        HttpResponse.json({ ...ben, email: 'ben@new.example', version: 8 }),
      ),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Edit ben' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Edit ben' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'jamin')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(await dialog.findByRole('button', { name: /^Load current values/ }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('ben@new.example'))
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Benjamin')
    // What was typed is still unsaved, so nothing but Cancel may throw it away.
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent.at(-1)).toMatchObject({ displayName: 'Benjamin', email: 'ben@new.example', version: 8 })
  })
})

describe('many users', () => {
  it('get a role and a group in one change', async () => {
    listing([ben, kim])
    let sent: unknown
    server.use(
      http.get(at('/groups'), () =>
        HttpResponse.json({
          items: [{ id: 'g2', name: 'Fleet 2', description: '', members: 0, grants: 0, version: 1 }],
          total: 1,
          pageNumber: 1,
          pageSize: 500,
        }),
      ),
      http.post(at('/user-manage/updateUsers'), async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json([ben, kim])
      }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('checkbox', { name: 'Select ben' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select kim' }))
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Change 2 users' }))
    expect(dialog.getByText('Users: ben, kim')).toBeVisible()
    await dialog.findAllByRole('option', { name: 'Fleet 2' })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'author')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Add to group' }), 'Fleet 2')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('2 users changed.')).toBeVisible()
    expect(sent).toEqual({ accounts: ['ben', 'kim'], role: 'author', joinGroups: ['g2'], leaveGroups: [] })
    expect(screen.getByRole('checkbox', { name: 'Select ben' })).not.toBeChecked()
  })

  it('stay as they are when one cannot be changed', async () => {
    listing([ben, kim])
    server.use(
      http.get(at('/groups'), () => HttpResponse.json({ items: [], total: 0, pageNumber: 1, pageSize: 500 })),
      http.post(at('/user-manage/updateUsers'), () =>
        problem(409, 'user.last_admin', 'The last administrator stays'),
      ),
    )
    const { user } = await open()
    await user.click(screen.getByRole('checkbox', { name: 'Select ben' }))
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Change 1 user' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'inactive')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('The last administrator stays')).toBeVisible()
    expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveValue('inactive')
  })
})

describe('a guest', () => {
  const end = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString()

  it('is added with the last day of access', async () => {
    listing([ben])
    let sent: unknown
    server.use(
      http.post(at('/user-manage/createUser'), async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ user: ben }, { status: 201 })
      }),
    )
    const { user } = await open('?do=create')
    const dialog = within(screen.getByRole('dialog', { name: 'Add user' }))
    await user.type(dialog.getByRole('textbox', { name: 'Account' }), 'joy')
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'joy@example.org')
    await user.type(dialog.getByRole('textbox', { name: 'Guest until' }), '2030/01/31')
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    await waitFor(() => expect(sent).toMatchObject({ account: 'joy', guestUntil: end(2030, 2, 1) }))
  })

  it('is told by the list, also when it is over', async () => {
    listing([
      { ...ben, guestUntil: end(2999, 2, 1) },
      { ...kim, guestUntil: end(2020, 2, 1) },
    ])
    await open()
    expect(screen.getByText('Guest until 2999/01/31')).toBeVisible()
    expect(screen.getByText('Guest until 2020/01/31, ended')).toBeVisible()
  })

  it('becomes an account without an end', async () => {
    listing([{ ...ben, guestUntil: end(2030, 2, 1) }])
    const sent: unknown[] = []
    server.use(
      http.post(at('/user-manage/updateUser'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(ben)
      }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Edit ben' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Edit ben' }))
    expect(dialog.getByRole('textbox', { name: 'Guest until' })).toHaveValue('2030/01/31')
    await user.clear(dialog.getByRole('textbox', { name: 'Guest until' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ guestUntil: null })]))
  })

  it('is no administrator', async () => {
    listing([ben])
    const { user } = await open('?do=create')
    const dialog = within(screen.getByRole('dialog', { name: 'Add user' }))
    await user.click(dialog.getByRole('radio', { name: 'Administrator' }))
    expect(dialog.queryByRole('textbox', { name: 'Guest until' })).not.toBeInTheDocument()
  })
})

describe('answering for an account', () => {
  it('activates a registration with the role that was chosen', async () => {
    listing([ben, kim])
    let sent: unknown
    server.use(
      http.post(at('/user-manage/updateUser'), async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json(kim)
      }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Activate kim' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Activate kim' }))
    await user.click(dialog.getByRole('radio', { name: 'Author' }))
    await user.click(dialog.getByRole('button', { name: 'Activate' }))
    expect(await screen.findByText('kim activated.')).toBeVisible()
    expect(sent).toMatchObject({ account: 'kim', role: 'author', status: 'active', version: 7 })
  })

  it('rejects a registration after asking who it was', async () => {
    listing([ben, kim])
    const rejected: (string | null)[] = []
    server.use(
      http.delete(at('/user-manage/registration'), ({ request }) => {
        rejected.push(new URL(request.url).searchParams.get('account'))
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user, choose } = await open()
    await choose('kim', 'Reject request')
    const dialog = within(screen.getByRole('dialog', { name: 'Reject request of kim' }))
    expect(dialog.getByText(/kim@example\.org/)).toBeVisible()
    expect(rejected).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Reject request' }))
    expect(await screen.findByText('Request of kim rejected.')).toBeVisible()
    expect(rejected).toEqual(['kim'])
  })

  it('shows in the dialog that somebody else has answered meanwhile', async () => {
    listing([ben, kim])
    server.use(
      http.delete(at('/user-manage/registration'), () =>
        problem(409, 'user.not_pending', 'This account has been answered already'),
      ),
    )
    const { user, choose } = await open()
    await choose('kim', 'Reject request')
    const dialog = within(screen.getByRole('dialog', { name: 'Reject request of kim' }))
    await user.click(dialog.getByRole('button', { name: 'Reject request' }))
    expect(await dialog.findByText('This account has been answered already')).toBeVisible()
  })

  it('offers no rejection of an account that is answered', async () => {
    listing([ben])
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'More actions for ben' }))
    expect(screen.queryByRole('menuitem', { name: 'Reject request' })).not.toBeInTheDocument()
  })

  it('deactivates after asking, and shows a refusal in the dialog', async () => {
    listing([ben])
    server.use(
      http.post(at('/user-manage/updateUser'), () =>
        problem(409, 'user.last_admin', 'The last active administrator must stay one'),
      ),
    )
    const { user, choose } = await open()
    await choose('ben', 'Deactivate')
    const dialog = within(screen.getByRole('dialog', { name: 'Deactivate ben' }))
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await dialog.findByText('The last active administrator must stay one')).toBeVisible()
  })

  it('offers the newer version of an account that somebody else changed meanwhile', async () => {
    listing([ben])
    const sent: unknown[] = []
    server.use(
      http.post(at('/user-manage/updateUser'), async ({ request }) => {
        sent.push(await request.json())
        if (sent.length > 1) return HttpResponse.json(ben)
        listing([{ ...ben, version: 8 }])
        return problem(409, 'changed_meanwhile', 'Somebody changed this meanwhile')
      }),
    )
    const { user, choose } = await open()
    await choose('ben', 'Deactivate')
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    await screen.findByText('Somebody changed this meanwhile')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await choose('ben', 'Deactivate')
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('ben deactivated.')).toBeVisible()
    expect(sent).toMatchObject([{ version: 7 }, { version: 8 }])
  })

  it('resets a password after asking and shows the new one once', async () => {
    listing([ben])
    server.use(
      http.post(at('/user-manage/resetPwd'), () =>
        HttpResponse.json({ account: 'ben', password: 'wren-orbit-41' }),
      ),
    )
    const { user, choose } = await open()
    await choose('ben', 'Reset password')
    expect(screen.queryByText('wren-orbit-41')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    expect(await screen.findByText('wren-orbit-41')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText('wren-orbit-41')).not.toBeInTheDocument()
  })
})

describe('a file of users', () => {
  it('is checked first, and applied after its changes were shown', async () => {
    listing([ben])
    const sent: unknown[] = []
    const change = {
      account: 'ben',
      isNew: false,
      values: [{ name: 'role', before: 'author', after: 'reader' }],
      joined: [],
      left: ['Fleet 2'],
    }
    const added = {
      account: 'zoe',
      isNew: true,
      values: [
        { name: 'name', before: '', after: 'Zoë Li' },
        { name: 'role', before: '', after: 'author' },
      ],
      joined: [],
      left: [],
    }
    server.use(
      http.post(at('/user-manage/importUsers'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ changes: [change, added], digest: 'd1' })
      }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Import CSV' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Import users from a CSV file' }))
    const csv = 'account,role,groups\nben,reader,\n'
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input) await user.upload(input, new File([csv], 'users.csv', { type: 'text/csv' }))
    expect(await dialog.findByRole('row', { name: /ben Role: Author → Reader Fleet 2/ })).toBeVisible()
    expect(dialog.getByRole('row', { name: /zoe New account Name: Zoë Li Role: Author/ })).toBeVisible()
    expect(sent).toEqual([{ csv }])
    await user.click(dialog.getByRole('button', { name: 'Remove from groups and apply' }))
    expect(await screen.findByText('2 users changed.')).toBeVisible()
    expect(sent).toEqual([{ csv }, { csv, apply: true, preview: 'd1' }])
  })
})
