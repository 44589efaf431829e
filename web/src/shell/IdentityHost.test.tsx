import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { api, done, withProof } from '@/api/http'
import { startPublishJob } from '@/api/publications'
import type { Me } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
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

it.each([
  ['exportFormalAta2300', { publication: 'p1' }, 'approval:p1'],
  ['exportApproveAta2300', { approvalRequired: 'no' }, 'release:/H160/MEL'],
] as const)('asks for a proof of its own for %s', async (jobName, more, act) => {
  const proofs: unknown[] = []
  server.use(
    http.post(at('/jobs'), () =>
      proofs.length > 0
        ? HttpResponse.json(jobOf({ jobName }), { status: 201 })
        : problem(403, 'confirmation.required', 'Confirm your identity to continue'),
    ),
    http.post(at('/users/confirm'), async ({ request }) => {
      proofs.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<IdentityHost />, ada)
  const started = startPublishJob(jobName, { csdbName: 'H160', manualName: 'MEL', ...more })
  expect(
    await screen.findByText('Each approval and release asks for it, however recent your sign-in.'),
  ).toBeVisible()
  await user.type(screen.getByLabelText('Your password'), 'secret{Enter}')
  expect(await started).toMatchObject({ jobName })
  expect(proofs).toEqual([{ password: 'secret', act }])
})

it('sends people of a provider to a sign-in for the act', async () => {
  guarded()
  const starts: unknown[] = []
  server.use(
    http.post(at('/users/openid/start'), async ({ request }) => {
      starts.push(await request.json())
      return HttpResponse.json({ url: null })
    }),
  )
  const ofCompany: Me = { ...ada, identityProvider: { id: 'idp', name: 'Company' } }
  const { user } = renderPage(<IdentityHost />, ofCompany)
  const refused = withProof(
    () => done(api.DELETE('/trash/{id}', { params: { path: { id: 't1' } } })),
    'approval:p1',
  ).catch((error: unknown) => error)
  await user.click(await screen.findByRole('button', { name: /Company/ }))
  await waitFor(() => expect(starts).toEqual([{ provider: 'idp', fresh: true, act: 'approval:p1' }]))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await refused).toMatchObject({ code: 'confirmation.required' })
})
