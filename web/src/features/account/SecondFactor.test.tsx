import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { SecondFactor } from './SecondFactor'

connectApp()
const server = startServer(ada)

it('renews recovery codes and turns the factor off', async () => {
  let factor: object = { since: '2026-11-16T08:00:00Z', required: true, recoveryCodesLeft: 7 }
  server.use(
    http.get(at('/users/secondFactor'), () => HttpResponse.json(factor)),
    http.post(at('/users/secondFactor/recoveryCodes'), () =>
      HttpResponse.json({ recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }),
    ),
    http.delete(at('/users/secondFactor'), () => {
      factor = { required: false, recoveryCodesLeft: 0 }
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<SecondFactor />, ada)
  expect(await screen.findByText(/7 recovery codes left\. Your role requires it/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }))
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  const dialog = await screen.findByRole('dialog', { name: 'Turn off two-step sign-in?' })
  await user.click(screen.getAllByRole('button', { name: 'Turn off' }).at(-1) ?? dialog)
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible()
})
