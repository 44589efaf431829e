import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/api/queries'
import { startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { hashOf, openedDraft } from '@/testing/drafts'
import { stored } from '@/testing/keptTexts'
import { file } from '@/testing/library'
import { lockForLong, unlock } from '@/testing/lock'
import { arthur, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { at, problem, startServer } from '@/testing/server'
import '@/features/editor/translation/TranslationPage'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const server = startServer(arthur)
connectApp()
const key = 'DMC-A_zh-CN'
const path = `/H160/MEL/${key}.XML`
const textWith = (words: string) => `<dmodule><para>${words}</para></dmodule>`
const start = '<dmodule><para>'.length
const parts = (text: string) => [{ kind: 'text', text, number: 0 }]

let onServer = ''

beforeEach(() => {
  stored.clear()
  onServer = textWith('Open it.')
  server.use(
    http.get(at(`/dm/translation/default${path}`), async () => {
      const words = onServer.slice(start, onServer.indexOf('</para>'))
      return HttpResponse.json({
        original: file('DMC-A_en-US', { title: 'Pump', versionId: '7' }),
        translation: file(key, { title: '泵', language: 'zh-CN', checkedOutBy: 'arthur' }),
        state: 'outdated',
        sha256: await hashOf(onServer),
        isDraft: true,
        counts: { lines: 1, translated: 0, changed: 0 },
        rows: [
          {
            element: 'para',
            original: parts('Open it.'),
            translation: { from: start, to: start + words.length, parts: parts(words) },
            codes: [],
            redline: [],
            translated: false,
          },
        ],
      })
    }),
    http.post(at(`/drafts/default${path}`), async () => HttpResponse.json(await openedDraft(onServer))),
    http.put<never, { text: string }>(at(`/drafts/default${path}`), async ({ request }) => {
      if (!request.headers.has('Authorization')) return problem(401, 'token.missing', 'Sign in')
      const { text } = await request.json()
      if (request.headers.get('If-Match') !== `"${await hashOf(onServer)}"`)
        return problem(409, 'draft.newer', 'There is a newer text')
      onServer = text
      const sha256 = await hashOf(text)
      return HttpResponse.json({ sha256, savedOn: '2026-03-04T14:03:07', size: text.length })
    }),
  )
  startSession(tokenFor(arthur))
  renderApp(`/translation?path=${encodeURIComponent(path)}`)
})

const line = () => screen.findByRole('textbox', { name: 'Translation of: Open it.' })

async function type(words: string) {
  await userEvent.type(await line(), words)
}

async function saved(words: string) {
  await userEvent.tab()
  await waitFor(() => expect(onServer).toBe(textWith(words)))
}

it('goes on behind the lock with the lines as they were typed', async () => {
  await type(' 打开')
  await saved('Open it. 打开')
  await type('。')
  await lockForLong()
  await unlock()
  expect(await line()).toHaveValue('Open it. 打开。')
  await waitFor(() => expect(onServer).toBe(textWith('Open it. 打开。')))
  await type('等待')
  await saved('Open it. 打开。等待')
})

it('keeps the typed lines when the answers are loaded again, as after a change of language', async () => {
  await type(' 打开')
  await saved('Open it. 打开')
  const before = await line()
  await userEvent.type(before, '。')
  await queryClient.invalidateQueries()
  expect(await line()).toBe(before)
  expect(before).toHaveValue('Open it. 打开。')
  await saved('Open it. 打开。')
})
