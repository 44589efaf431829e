import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { currentLanguage, switchLanguage } from '@/lib/i18n'
import type { AccountTab } from '@/lib/overlay'
import { sessionState, startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { ada, tokenFor } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { AccountDialog } from './AccountDialog'

connectApp()
const server = startServer(ada)

function open(tab: AccountTab) {
  startSession(tokenFor(ada))
  const onClose = vi.fn()
  const { user } = renderPage(<AccountDialog tab={tab} onClose={onClose} />, ada)
  const dialog = within(screen.getByRole('dialog', { name: 'My account' }))
  const unlock = () => user.click(dialog.getByRole('button', { name: 'Edit' }))
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  return { user, dialog, unlock, save, onClose }
}

it('has the two tabs of the specification and the preferences; Cancel sends nothing', async () => {
  const { user, dialog, unlock, onClose } = open('details')
  const tabs = dialog.getAllByRole('tab').map((tab) => tab.textContent)
  expect(tabs).toEqual(['Account Details', 'Password', 'Preferences'])
  await unlock()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Lovelace')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([
  ['details', 'Name'],
  ['password', 'Old password'],
] as const)('Edit puts the focus into the first field of %s at once', (tab, name) => {
  const { dialog } = open(tab)
  fireEvent.click(dialog.getByRole('button', { name: 'Edit' }))
  expect(dialog.getByLabelText(new RegExp(`^${name}`))).toHaveFocus()
})

describe('Signed-in devices', () => {
  const session = {
    address: '192.0.2.7',
    createdOn: '2026-11-16T08:00:00Z',
    usedOn: '2026-11-16T09:30:00Z',
    expiresOn: '2026-11-16T16:00:00Z',
  }
  const here = { ...session, id: 's1', current: true, device: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }
  const there = { ...session, id: 's2', current: false, device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0' }

  it('lists each device; another one can be signed out, this one cannot', async () => {
    let rows = [here, there]
    const ended = vi.fn()
    server.use(
      http.get(at('/users/sessions'), () => HttpResponse.json(rows)),
      http.delete(at('/users/sessions/:id'), ({ params }) => {
        ended(params.id)
        rows = [here]
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user, dialog } = open('password')
    expect(await dialog.findByText('Firefox · Linux')).toBeVisible()
    expect(dialog.getByText('This device')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: /^Sign out Chrome · Windows/ }))
    await waitFor(() => expect(dialog.queryByText('Chrome · Windows')).not.toBeInTheDocument())
    expect(ended).toHaveBeenCalledExactlyOnceWith('s2')
    expect(dialog.queryByRole('button', { name: /^Sign out Firefox/ })).not.toBeInTheDocument()
  })

  it('says when a device could not be signed out', async () => {
    server.use(
      http.get(at('/users/sessions'), () => HttpResponse.json([here, there])),
      http.delete(at('/users/sessions/:id'), () => problem(503, 'storage.full', 'Storage is full')),
    )
    const { user, dialog } = open('password')
    await user.click(await dialog.findByRole('button', { name: /^Sign out Chrome/ }))
    expect(await dialog.findByText('Storage is full')).toBeVisible()
    expect(dialog.getByText('Chrome · Windows')).toBeVisible()
  })
})

describe('Sign out everywhere', () => {
  it('ends all sessions at the server, then this one', async () => {
    const called = vi.fn()
    server.use(
      http.post(at('/users/logoutEverywhere'), () => {
        called()
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user, dialog, onClose } = open('password')
    expect(dialog.getByText('Ends all your sessions on all devices, including this one.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(called).toHaveBeenCalledOnce()
    expect(sessionState().kind).toBe('signedOut')
  })

  it('says when the server could not, and keeps the session', async () => {
    server.use(
      http.post(at('/users/logoutEverywhere'), () => problem(503, 'storage.full', 'Storage is full')),
    )
    const { user, dialog, onClose } = open('password')
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await dialog.findByText('Storage is full')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    expect(sessionState().kind).toBe('signedIn')
  })
})

describe('Account Details', () => {
  it('is locked until the pencil unlocks it; the account itself stays read-only', async () => {
    const { user, dialog, unlock } = open('details')
    const email = dialog.getByRole('textbox', { name: 'Email' })
    expect(email).toHaveAttribute('readonly')
    const save = dialog.getByRole('button', { name: 'Save' })
    await user.hover(save)
    expect(save).toHaveAccessibleDescription('Select the pencil icon to edit the fields')

    await unlock()

    expect(email).not.toHaveAttribute('readonly')
    expect(dialog.getByRole('textbox', { name: 'Account' })).toHaveAttribute('readonly')
    expect(save).not.toHaveAttribute('aria-disabled')
  })

  it('asks for an email', async () => {
    const { user, dialog, unlock, save } = open('details')
    await unlock()
    await user.clear(dialog.getByRole('textbox', { name: 'Email' }))
    await save()
    expect(await dialog.findByText('Email is empty')).toBeVisible()
  })

  it('saves once on a double click, and closes', async () => {
    const sent: unknown[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.use(
      http.post(at('/user-manage/updateUserSelf'), async ({ request }) => {
        sent.push(await request.json())
        await held
        return HttpResponse.json({ ...ada.user, email: 'ada@new.example' })
      }),
    )
    const { user, dialog, unlock, onClose } = open('details')
    await unlock()
    const email = dialog.getByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'ada@new.example')
    await user.dblClick(dialog.getByRole('button', { name: 'Save' }))
    release()

    expect(await screen.findByText('Account details saved.')).toBeVisible()
    expect(onClose).toHaveBeenCalledOnce()
    expect(sent).toEqual([{ account: 'ada', email: 'ada@new.example' }])
  })

  it('shows the server’s complaint at its field and keeps what was typed', async () => {
    server.use(
      http.post(at('/user-manage/updateUserSelf'), () =>
        problem(400, 'request.invalid', 'Invalid parameter', [
          { field: 'email', code: 'email', message: 'This is no email address' },
        ]),
      ),
    )
    const { user, dialog, unlock, save } = open('details')
    await unlock()
    const email = dialog.getByRole('textbox', { name: 'Email' })
    await user.type(email, '@again')
    await save()

    expect(await dialog.findByText('This is no email address')).toBeVisible()
    expect(email).toHaveAccessibleDescription('This is no email address')
    expect(email).toHaveValue('ada@example.org@again')
  })

  it('tells in the dialog that saving failed', async () => {
    server.use(
      http.post(at('/user-manage/updateUserSelf'), () =>
        problem(503, 'server.busy', 'The server is busy, please try again'),
      ),
    )
    const { user, dialog, unlock, save } = open('details')
    await unlock()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Lovelace')
    await save()

    expect(await dialog.findByText('The server is busy, please try again')).toBeVisible()
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('ada Lovelace')
  })
})

describe('Password', () => {
  it('names each empty field', async () => {
    const { dialog, unlock, save } = open('password')
    await unlock()
    await save()
    expect(await dialog.findByText('Old password is empty')).toBeVisible()
    expect(dialog.getByText('New password is empty')).toBeVisible()
    expect(dialog.getByText('Confirm password is empty')).toBeVisible()
  })

  it('notices that the two new passwords differ', async () => {
    const { user, dialog, unlock, save } = open('password')
    await unlock()
    await user.type(dialog.getByLabelText(/^Old password/), 'old secret words')
    await user.type(dialog.getByLabelText(/^New password/), 'new secret words')
    await user.type(dialog.getByLabelText(/^Confirm password/), 'other secret words')
    await save()
    expect(await dialog.findByText('The two passwords differ')).toBeVisible()
  })

  it('sends the payload of the specification and shows a wrong old password at its field', async () => {
    let sent: unknown
    server.use(
      http.post(at('/user-manage/changePwd'), async ({ request }) => {
        sent = await request.json()
        return problem(400, 'request.invalid', 'Invalid parameter', [
          { field: 'oldPassword', code: 'password.wrong_old', message: 'The old password is wrong' },
        ])
      }),
    )
    const { user, dialog, unlock, save } = open('password')
    await unlock()
    await user.type(dialog.getByLabelText(/^Old password/), 'old secret words')
    await user.type(dialog.getByLabelText(/^New password/), 'new secret words')
    await user.type(dialog.getByLabelText(/^Confirm password/), 'new secret words')
    await save()

    expect(await dialog.findByText('The old password is wrong')).toBeVisible()
    expect(dialog.getByLabelText(/^New password/)).toHaveValue('new secret words')
    expect(sent).toEqual({
      account: 'ada',
      oldPassword: 'old secret words',
      newPassword: 'new secret words',
      confirmPassword: 'new secret words',
    })
  })
})

describe('Preferences', () => {
  it('are saved with the account and switch the language at once', async () => {
    let sent: unknown
    server.use(
      http.post(at('/user-manage/updateUserSelf'), async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json(ada.user)
      }),
    )
    const { user, dialog, save } = open('preferences')
    await user.click(dialog.getByRole('radio', { name: '中文' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Rows per page' }), '50')
    await user.click(dialog.getByRole('checkbox', { name: /^Tasks/ }))
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Accounts/ }), 'At once')
    await save()

    expect(await screen.findByText('偏好设置已保存。')).toBeVisible()
    expect(currentLanguage()).toBe('zh-CN')
    expect(sent).toEqual({
      account: 'ada',
      preferences: {
        locale: 'zh-CN',
        pageSize: 50,
        notifyByKind: { accounts: true, jobs: false, revisions: true, comments: true },
        mailByKind: { accounts: 'atOnce', jobs: 'daily', revisions: 'daily', comments: 'daily' },
      },
    })
    await act(() => switchLanguage('en-US'))
  })
})

it('stays open with what was typed in another tab, and closes once that is saved too', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(at('/user-manage/updateUserSelf'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...ada.user, displayName: 'ada Lovelace' })
    }),
  )
  const { user, dialog, unlock, save, onClose } = open('details')
  await unlock()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Lovelace')
  await user.click(dialog.getByRole('tab', { name: 'Preferences' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Rows per page' }), '50')
  await save()

  expect(await dialog.findByRole('textbox', { name: 'Name' })).toHaveValue('ada Lovelace')
  expect(onClose).not.toHaveBeenCalled()
  await save()

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const { effectivity: _, ...preferences } = ada.user.preferences
  expect(sent).toEqual([
    { account: 'ada', preferences: { ...preferences, pageSize: 50 } },
    { account: 'ada', displayName: 'ada Lovelace' },
  ])
})
