import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Mail, MailSettings } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { MailTab } from './MailTab'

connectApp()
const server = startServer(ada)

const stored: MailSettings = {
  enabled: true,
  host: 'mail.example.com',
  port: 587,
  security: 'startTls',
  account: 'robot',
  hasPassword: true,
  certificate: '',
  sender: 'airfolio@example.com',
  senderName: 'Airfolio',
  publicUrl: 'https://airfolio.example.com',
  includeContent: false,
  dailyHour: 6,
  version: 3,
}

const failed: Mail = {
  id: 'm1',
  account: 'rita',
  delivery: 'atOnce',
  state: 'failed',
  reason: 'refused',
  error: 'permanent error (550): 5.1.1 no such user',
  attempts: 1,
  notifications: 2,
  dueOn: '2026-01-02T03:04:05Z',
  createdOn: '2026-01-02T03:04:05Z',
  endedOn: '2026-01-02T03:05:05Z',
}

function serving(settings: MailSettings, mails: Mail[] = []) {
  server.use(
    http.get(at('/config/mail'), () => HttpResponse.json(settings)),
    http.get(at('/mails'), () =>
      HttpResponse.json({ items: mails, total: mails.length, pageNumber: 1, pageSize: 10 }),
    ),
  )
}

it('saves the settings, and keeps the password when none is typed', async () => {
  const sent: unknown[] = []
  serving(stored)
  server.use(
    http.put(at('/config/mail'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...stored, dailyHour: 18, version: 4 })
    }),
  )
  const { user } = renderPage(<MailTab />, ada)
  expect(await screen.findByLabelText('Server')).toHaveValue('mail.example.com')
  expect(screen.getByLabelText('Password')).toHaveValue('')
  await user.selectOptions(screen.getByLabelText('Hour of daily mails (UTC)'), '18:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Mail settings saved.')).toBeVisible()
  const { hasPassword: _, ...values } = stored
  expect(sent).toEqual([{ ...values, dailyHour: 18 }])
})

it('shows the errors of the server at their fields', async () => {
  serving(stored)
  server.use(
    http.put(at('/config/mail'), () =>
      problem(400, 'request.invalid', 'Invalid', [
        { field: 'password', code: 'required', message: 'This field is required' },
      ]),
    ),
  )
  const { user } = renderPage(<MailTab />, ada)
  await user.type(await screen.findByLabelText('Server'), '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This field is required')).toBeVisible()
})

it('tests the stored settings and shows the words of the mail server', async () => {
  serving(stored)
  server.use(
    http.post(at('/config/mail/test'), () =>
      HttpResponse.json({
        sent: false,
        to: 'ada@example.org',
        error: 'permanent error (535): wrong password',
      }),
    ),
  )
  const { user } = renderPage(<MailTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Send test mail' }))
  expect(await screen.findByText('The test mail to ada@example.org was not sent')).toBeVisible()
  expect(screen.getByText('permanent error (535): wrong password')).toBeVisible()
  await user.type(screen.getByLabelText('Server'), '2')
  expect(screen.getByRole('button', { name: 'Send test mail' })).toHaveAttribute('aria-disabled', 'true')
})

it('lists mails with their reason, and sends one again', async () => {
  const asked: string[] = []
  serving(stored, [failed])
  server.use(
    http.post(at('/mails/m1/retry'), () => {
      asked.push('retry')
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(at('/mails/m1'), () => {
      asked.push('delete')
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<MailTab />, ada)
  const row = within(await screen.findByRole('row', { name: /rita/ }))
  expect(row.getByText('Failed')).toBeVisible()
  expect(row.getByText('Refused by the mail server')).toBeVisible()
  expect(row.getByText('permanent error (550): 5.1.1 no such user')).toBeVisible()
  await user.dblClick(row.getByRole('button', { name: 'Send the mail to rita again' }))
  expect(await screen.findByText('The mail is sent again.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete the mail to rita' }))
  expect(await screen.findByText('Mail deleted.')).toBeVisible()
  expect(asked).toEqual(['retry', 'delete'])
})
