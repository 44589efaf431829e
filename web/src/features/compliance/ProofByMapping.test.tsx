import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ProvingItem } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { ProofByMapping } from './ProofByMapping'

connectApp()
startServer(ada)

const part: ProvingItem = {
  id: 'q1',
  collectionId: 'c2',
  policyCollectionName: 'Audit',
  policyItemCode: 'Q.1',
  relationship: 'subset',
  proof: 'part',
}

const show = (provedBy: ProvingItem[]) =>
  renderPage(<ProofByMapping provedBy={provedBy} />, ada, '/compliance/c1')

it('names what proves a part, and that the rest is missing', async () => {
  show([part])
  expect(await screen.findByText('Proved in part')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Audit Q.1' })).toHaveAttribute('href', '#/compliance/c2?item=q1')
  expect(screen.getByText('(covers a part)')).toBeVisible()
  expect(screen.getByText('The rest is still missing.')).toBeVisible()
})

it('names only what proves the whole, where something does', async () => {
  show([{ ...part, id: 'q2', policyItemCode: 'Q.2', relationship: 'equal', proof: 'mapped' }, part])
  expect(await screen.findByText('Proved by mapping')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Audit Q.2' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Audit Q.1' })).toBeNull()
  expect(screen.queryByText('The rest is still missing.')).toBeNull()
})
