import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { RulesTab } from './RulesTab'

connectApp()
const server = startServer(ada)
const mel = library.manual('H160', 'MEL')
const path = '/H160/MEL/DMC-A_en-US.XML'

const rule = {
  number: 1,
  kind: 'brex.forbidden',
  isViolation: true,
  name: 'BR-7',
  level: 'brsl01',
  brex: 'DMC-RULES',
  description: 'No zones.',
  objectPath: '//zoneRef',
  places: 3,
  modules: 2,
}
const missing = {
  ...rule,
  number: 2,
  kind: 'brex.not_found',
  isViolation: false,
  name: '',
  level: '',
  brex: 'DMC-BASE',
  description: '',
  objectPath: '',
}
const report = {
  id: 'r-1',
  createdBy: 'ada',
  createdOn: '2026-03-04T05:06:07Z',
  modules: 40,
  violating: 2,
  incomplete: 40,
  violations: 3,
  listed: 3,
  isCut: false,
  rules: [rule, missing],
}
const finding = {
  path,
  title: 'Hoist',
  ruleNumber: 1,
  kind: 'brex.forbidden',
  isViolation: true,
  message: 'Business rule BR-7: <zoneRef> is not allowed here',
  line: 12,
  node: '/dmodule[1]/zoneRef[1]',
}

/** Answers with a report and a finding; gives the questions about findings. */
function withReport() {
  const asked: string[] = []
  server.use(
    http.get(at('/businessRules/report/default/H160/MEL'), () =>
      HttpResponse.json({ report, isWithheld: false }),
    ),
    http.get(at('/businessRules/findings/default/H160/MEL'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items: [finding], total: 1, pageNumber: 1, pageSize: 10 })
    }),
  )
  return asked
}

it('says that a manual was not checked yet, and starts a check', async () => {
  const started: string[] = []
  server.use(
    http.get(at('/businessRules/report/default/H160/MEL'), () => HttpResponse.json({ isWithheld: false })),
    http.post(at('/businessRules/report/default/H160/MEL'), ({ request }) => {
      started.push(request.method)
      return HttpResponse.json({ id: 'j-1' }, { status: 201 })
    }),
  )
  const { user } = renderPage(<RulesTab manual={mel} />, ada)
  expect(await screen.findByText('Not checked yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Check the manual' }))
  expect(await screen.findByText(/The check has started/)).toBeVisible()
  expect(started).toEqual(['POST'])
})

it('lists the rules with their counts and the findings with their places', async () => {
  withReport()
  renderPage(<RulesTab manual={mel} />, ada)
  const rules = await screen.findByRole('table', { name: 'By rule' })
  expect(within(rules).getByRole('row', { name: /BR-7.*No zones\..*brsl01.*2.*3/ })).toBeVisible()
  expect(within(rules).getByText('Remark')).toBeVisible()
  expect(
    within(rules).getByRole('button', { name: 'Show the findings of DMC-BASE: BREX not found' }),
  ).toBeVisible()
  const row = await screen.findByRole('row', { name: /Hoist/ })
  expect(within(row).getByRole('link', { name: /^Hoist/ })).toHaveAttribute(
    'href',
    '#/library/H160/MEL?dm=DMC-A_en-US&part=rules',
  )
  expect(within(row).getByRole('link', { name: 'Open line 12 of Hoist in the editor' })).toHaveAttribute(
    'href',
    `#/editor?path=${encodeURIComponent(path)}&line=12`,
  )
})

it('filters the findings by rule, level and kind', async () => {
  const asked = withReport()
  const { user } = renderPage(<RulesTab manual={mel} />, ada)
  await user.click(await screen.findByRole('button', { name: 'Show the findings of BR-7' }))
  await waitFor(() => expect(asked.at(-1)).toContain('rule=1'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'No level')
  await waitFor(() => expect(asked.at(-1)).toContain('level=none'))
  await user.click(screen.getByRole('checkbox', { name: 'Violations only' }))
  await waitFor(() => expect(asked.at(-1)).toContain('violations=true'))
})

it('ignores a chosen rule of an earlier report, and asks for the findings of the shown one', async () => {
  const asked = withReport()
  const { user } = renderPage(<RulesTab manual={mel} />, ada, '/?rule=r-0.2')
  const chosen = await screen.findByRole('combobox', { name: 'Rule' })
  expect(chosen).toHaveDisplayValue('All rules')
  await waitFor(() => expect(asked.at(-1)).toContain('report=r-1'))
  expect(asked.at(-1)).not.toContain('rule=')
  await user.selectOptions(chosen, 'DMC-BASE: BREX not found')
  await waitFor(() => expect(asked.at(-1)).toContain('rule=2'))
})

it('loads the new report when the shown one was replaced', async () => {
  let asked = 0
  server.use(
    http.get(at('/businessRules/report/default/H160/MEL'), () => {
      asked += 1
      return HttpResponse.json({ report: { ...report, id: `r-${asked}` }, isWithheld: false })
    }),
    http.get(at('/businessRules/findings/default/H160/MEL'), ({ request }) =>
      request.url.includes('report=r-1')
        ? problem(409, 'changed_meanwhile', 'Changed meanwhile')
        : HttpResponse.json({ items: [finding], total: 1, pageNumber: 1, pageSize: 10 }),
    ),
  )
  renderPage(<RulesTab manual={mel} />, ada)
  expect(await screen.findByRole('row', { name: /Hoist/ })).toBeVisible()
})

it('says why a report is not shown', async () => {
  server.use(
    http.get(at('/businessRules/report/default/H160/MEL'), () => HttpResponse.json({ isWithheld: true })),
  )
  renderPage(<RulesTab manual={mel} />, rita)
  expect(await screen.findByText('You cannot see this report')).toBeVisible()
  expect(screen.queryByText('Not checked yet')).toBeNull()
})

it('does not call a manual without modules free of violations', async () => {
  const none = { ...report, modules: 0, violating: 0, incomplete: 0, violations: 0, listed: 0, rules: [] }
  server.use(
    http.get(at('/businessRules/report/default/H160/MEL'), () =>
      HttpResponse.json({ report: none, isWithheld: false }),
    ),
  )
  renderPage(<RulesTab manual={mel} />, ada)
  expect(await screen.findByText('Nothing to check')).toBeVisible()
  expect(screen.queryByText('No violations')).toBeNull()
})

it('tells readers why they cannot start a check, and gives them no link to the editor', async () => {
  withReport()
  renderPage(<RulesTab manual={mel} />, rita)
  const row = await screen.findByRole('row', { name: /Hoist/ })
  expect(within(row).queryByRole('link', { name: /editor/ })).toBeNull()
  const start = screen.getByRole('button', { name: 'Check the manual' })
  expect(start).toHaveAttribute('aria-disabled', 'true')
})
