import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { file } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { languagesLeft, TranslateDialog } from './TranslateDialog'

const server = startServer(arthur)
connectApp()
const path = '/H160/MEL/DMC-A_en-US.XML'
const chinese = '/H160/MEL/DMC-A_zh-CN.XML'

beforeEach(() => {
  server.use(
    http.get(at(`/dm/translations/default${path}`), () =>
      HttpResponse.json([
        { language: 'en-US', path },
        { language: 'fr-FR', state: 'missing' },
        { language: 'zh-CN', path: chinese, state: 'outdated' },
      ]),
    ),
    http.get(at(`/files/default${path}`), () => HttpResponse.json(file('DMC-A_en-US', { title: 'Pump' }))),
    http.get(at('/config/editing'), () =>
      HttpResponse.json({ commentRequired: false, ownRelease: false, reminderDays: 5, version: 1 }),
    ),
  )
})

it('offers the languages that the module does not have, those of its manual first', () => {
  const languages = [
    { language: 'fr-FR', state: 'missing' as const },
    { language: 'zh-CN', path: chinese, state: 'started' as const },
  ]
  const values = languagesLeft({ language: 'en-US' }, languages, 'en-US').map(({ value }) => value)
  expect(values[0]).toBe('fr-FR')
  expect(values).toContain('de-DE')
  expect(values).not.toContain('en-US')
  expect(values).not.toContain('zh-CN')
  expect(values.filter((value) => value === 'fr-FR')).toHaveLength(1)
})

it('begins a translation and leads to those that exist', async () => {
  let sent: unknown
  server.use(
    http.post(at(`/dm/translations/default${path}`), async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json(file('DMC-A_fr-FR'), { status: 201 })
    }),
  )
  const onClose = vi.fn()
  const { user } = renderPage(<TranslateDialog path={path} onClose={onClose} />, arthur)
  const link = await screen.findByRole('link', { name: /Chinese/ })
  expect(link).toHaveAttribute('href', `#/translation?path=${encodeURIComponent(chinese)}`)
  expect(screen.getByText('Out of date')).toBeVisible()
  await user.type(screen.getByLabelText(/^Technical name/), 'Pompe')
  await user.click(screen.getByRole('button', { name: 'Start translation' }))
  await waitFor(() =>
    expect(sent).toEqual({ language: 'fr-FR', techName: 'Pompe', infoName: '', comment: '' }),
  )
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
