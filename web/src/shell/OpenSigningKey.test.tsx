import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { queryClient } from '@/api/queries'
import { connectApp } from '@/testing/connectApp'
import { at, startServer } from '@/testing/server'
import { OpenSigningKey } from './OpenSigningKey'
import { TranslatedUiTexts } from './TranslatedUiTexts'

connectApp()
const server = startServer()

it('shows the key to people who have no account', async () => {
  let token: string | null = 'none was sent'
  server.use(
    http.get(at('/publications/signingKey'), ({ request }) => {
      token = request.headers.get('Authorization')
      return HttpResponse.json({ algorithm: 'Ed25519', publicKey: 'AbC=', pem: 'PEM' })
    }),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <TranslatedUiTexts>
        <OpenSigningKey />
      </TranslatedUiTexts>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('AbC=')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Signing key' })).toBeVisible()
  expect(token).toBeNull()
})
