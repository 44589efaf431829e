import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ModuleRules } from './ModuleRules'

connectApp()
const server = startServer(ada)
const path = '/H160/MEL/DMC-A_en-US.XML'
const address = at(`/businessRules/module/default${path}`)

const layers = [
  { name: 'DMC-PROJECT', title: 'Project', issue: '001-00', isDefault: false, rules: 1 },
  { name: 'DMC-S1000D', title: 'Default', issue: '', isDefault: true, rules: 300 },
]
const finding = {
  kind: 'brex.value',
  isViolation: true,
  message: 'The value is not allowed',
  remedy: 'Change the text.',
  line: 75,
  node: '/dmodule[1]',
  rule: 'BR-7',
  level: 'brsl02',
  brex: 'DMC-PROJECT',
}

it('lists the layers of rules and the findings, each with a way to its line', async () => {
  server.use(http.get(address, () => HttpResponse.json({ layers, findings: [finding, finding] })))
  renderPage(<ModuleRules path={path} isOtherVersion={false} />, ada)
  const [project, basic] = await screen.findAllByRole('listitem')
  expect(project).toHaveTextContent('DMC-PROJECT Project 1 rule, issue 001-00')
  expect(basic).toHaveTextContent('DMC-S1000D Default Default BREX 300 rules')
  const table = screen.getByRole('table', { name: 'Findings of business rules' })
  expect(within(table).getAllByRole('row', { name: /BR-7/ })).toHaveLength(2)
  const [line] = within(table).getAllByRole('link', { name: 'Open line 75 in the editor' })
  expect(line).toHaveAttribute('href', `#/editor?path=${encodeURIComponent(path)}&line=75`)
})

it('says that a module follows its rules, and which version was checked', async () => {
  server.use(http.get(address, () => HttpResponse.json({ layers, findings: [] })))
  renderPage(<ModuleRules path={path} isOtherVersion />, ada)
  expect(await screen.findByText('The module follows its business rules.')).toBeVisible()
  expect(screen.getByText('The current version was checked, not the version shown.')).toBeVisible()
})

it('does not say that a file follows rules when there are none for it', async () => {
  server.use(http.get(address, () => HttpResponse.json({ layers: [], findings: [] })))
  renderPage(<ModuleRules path={path} isOtherVersion={false} />, ada)
  expect(await screen.findByText('Nothing to check')).toBeVisible()
  expect(screen.queryByText('The module follows its business rules.')).toBeNull()
})

it('says when a module could not be checked', async () => {
  server.use(http.get(address, () => problem(415, 'file.refused', 'The file cannot be read')))
  renderPage(<ModuleRules path={path} isOtherVersion={false} />, ada)
  expect(await screen.findByText('The module could not be checked')).toBeVisible()
})
