import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { collection, openItem } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { SignAgainHint } from './SignAgainHint'

connectApp()
startServer(rita)

it.each([
  [true, 'compliant', 1],
  [true, 'not_assessed', 0],
  [false, 'compliant', 0],
])('with sign-off %s and the status %s there are %s hints', async (needsSignOff, status, hints) => {
  const item = openItem({ status, collection: collection('c1', { needsSignOff }) })
  renderPage(
    <>
      <SignAgainHint item={item} />
      <p>Ready</p>
    </>,
    rita,
  )
  await screen.findByText('Ready')
  expect(screen.queryAllByText(/must sign off the status again/)).toHaveLength(hints)
})
