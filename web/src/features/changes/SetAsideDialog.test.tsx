import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { changeRequest, openRequest, requestModule } from '@/testing/changeRequests'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ModulesTab } from './ModulesTab'

connectApp()
const server = startServer(arthur)

const open = openRequest()
const working = openRequest({
  request: changeRequest(open.request.id, { status: 'In Progress' }),
  modules: [requestModule({ newest: '80' })],
  abilities: { ...open.abilities, mayPlan: true },
})

async function ask() {
  const { user } = renderPage(<ModulesTab open={working} />, arthur)
  await user.click(await screen.findByRole('button', { name: 'Set work aside' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set the work of this request aside?' }))
  await user.click(dialog.getByRole('button', { name: 'Set work aside' }))
}

describe('setting the work of a change request aside', () => {
  it('says what went back and what stays, and leads to the drafts', async () => {
    server.use(
      http.post(at(`/changeRequests/${working.request.id}/setAside`), () =>
        HttpResponse.json({
          modules: ['/H160/MEL/DMC-A_en-US.XML'],
          kept: [{ path: '/H160/MEL/DMC-B_en-US.XML', reason: 'released' }],
        }),
      ),
    )
    await ask()
    const done = within(await screen.findByRole('dialog', { name: 'Work set aside' }))
    expect(done.getByText('1 module is back at its version before the work.')).toBeVisible()
    expect(done.getByText('DMC-B_en-US: already released')).toBeVisible()
    expect(done.getByRole('link', { name: 'Show drafts' })).toHaveAttribute('href', '#/checkout')
  })

  it('asks whether an open draft on top of the work is part of it', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.post(at(`/changeRequests/${working.request.id}/setAside`), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('openDrafts'))
        return HttpResponse.json({ modules: [], kept: [] })
      }),
    )
    const mine = [requestModule({ newest: '80', holder: arthur.user.account, hasDraft: true })]
    const { user } = renderPage(<ModulesTab open={{ ...working, modules: mine }} />, arthur)
    await user.click(await screen.findByRole('button', { name: 'Set work aside' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set the work of this request aside?' }))
    const confirm = dialog.getByRole('button', { name: 'Set work aside' })
    await user.click(confirm)
    expect(asked).toEqual([])
    await user.click(dialog.getByRole('radio', { name: 'Another change' }))
    await user.click(confirm)
    expect(await screen.findByRole('dialog', { name: 'Work set aside' })).toBeVisible()
    expect(asked).toEqual(['otherChange'])
  })

  it('shows why it is refused', async () => {
    server.use(
      http.post(at(`/changeRequests/${working.request.id}/setAside`), () =>
        problem(409, 'changed_meanwhile', 'Changed in the meantime'),
      ),
    )
    await ask()
    expect(await screen.findByText('Changed in the meantime')).toBeVisible()
  })

  it('lets a module go whose work is not in the working version', async () => {
    const away = [requestModule({ newest: '80', isAway: true })]
    renderPage(<ModulesTab open={{ ...working, modules: away }} />, arthur)
    expect(await screen.findByText('Not in the working version')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Remove/ })).toBeVisible()
  })

  it('is not offered without work', async () => {
    renderPage(<ModulesTab open={{ ...working, modules: [requestModule({ newest: undefined })] }} />, arthur)
    expect(await screen.findByRole('button', { name: /add/i })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Set work aside' })).toBeNull()
  })
})
