import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { SigningKeyPage } from './SigningKeyPage'

connectApp()
const server = startServer(ada)

it('shows the key and the command that uses it', async () => {
  server.use(
    http.get(at('/publications/signingKey'), () =>
      HttpResponse.json({ algorithm: 'Ed25519', publicKey: 'AbC=', pem: 'PEM' }),
    ),
  )
  renderRoute(<SigningKeyPage />, ['/publications/key'], rita, '/publications/key')
  expect(await screen.findByText('AbC=')).toBeVisible()
  expect(screen.getByText('airfolio verify DIR --key AbC=')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download as PEM' })).toBeVisible()
})
