import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { api, done, withProof } from '@/api/http'
import type { Me } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { IdentityHost } from './IdentityHost'

connectApp()
const server = startServer(ada)

/** A server that purges only after a proof. */
function guarded() {
  const proofs: unknown[] = []
  let calls = 0
  server.use(
    http.delete(at('/trash/:id'), () => {
      calls += 1
      return proofs.length > 0
        ? new HttpResponse(null, { status: 204 })
        : problem(403, 'confirmation.required', 'Confirm your identity to continue')
    }),
    http.post(at('/users/confirm'), async ({ request }) => {
      proofs.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { proofs, calls: () => calls }
}

const purge = () => withProof(() => done(api.DELETE('/trash/{id}', { params: { path: { id: 't1' } } })))

it('asks for the password and sends the call again', async () => {
  const { proofs, calls } = guarded()
  const { user } = renderPage(<IdentityHost />, ada)
  const purged = purge()
  await user.type(await screen.findByLabelText('Your password'), 'secret{Enter}')
  await purged
  expect(proofs).toEqual([{ password: 'secret' }])
  expect(calls()).toBe(2)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('asks an account with a second factor for a code, and shows why a proof is refused', async () => {
  guarded()
  server.use(
    http.post(at('/users/confirm'), () =>
      problem(400, 'request.invalid', 'Invalid parameter', [
        { field: 'code', code: 'code.wrong', message: 'The code is wrong' },
      ]),
    ),
  )
  const withFactor: Me = { ...ada, user: { ...ada.user, secondFactorOn: '2026-11-16T08:00:00Z' } }
  const { user } = renderPage(<IdentityHost />, withFactor)
  const purged = purge().catch((error: unknown) => error)
  await user.type(await screen.findByLabelText('Code'), '000000{Enter}')
  expect(await screen.findByText('The code is wrong')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await purged).toMatchObject({ code: 'confirmation.required' })
})
