import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { jobTitle } from '@/lib/jobTitle'
import { kindTitle, stepTitle } from './words'

beforeAll(startI18n)
const t = (key: string) => i18next.t(key)

it.each([
  ['universalPreImport', 'Package check'],
  ['universalImport', 'Package import'],
  ['exportQuickAta2300', 'Draft publication'],
  ['exportFormalAta2300', 'Formal publication'],
  ['exportApproveAta2300', 'Publication for approval'],
  ['exportRevisionHistory', 'Revision history export'],
  ['confirmOemAta2300', 'OEM revision confirmation'],
  ['rejectOem', 'OEM revision rejection'],
  ['restoreAirline', 'Airline version restore'],
  ['{hash}', 'OEM revision update'],
  ['0a'.repeat(32), 'OEM revision update'],
  ['markAllOemChangeFileDone', 'Mark all OEM changes as done'],
  ['batchMarkDone', 'Batch mark as done'],
  ['downloadComplianceReportJob', 'Compliance report'],
  ['downloadComplianceManualReportJob', 'Compliance report of a manual'],
  ['neverHeardOf', 'neverHeardOf'],
])('calls the job %s %s', (jobName, title) => {
  expect(jobTitle(t, jobName)).toBe(title)
})

it.each([
  ['zipImport', 'ZIP import'],
  ['exportQuick', 'Draft publish'],
  ['exportApprove', 'Publish for approval'],
  ['exportPublish', 'Publish'],
  ['exportFormal', 'Formal publish'],
  ['exportRevisionHistory', 'Revision history'],
  ['confirmOem', 'Confirm OEM'],
  ['markAllOemChangeFileDone', 'Mark OEM changes done'],
] as const)('calls the kind %s %s', (kind, title) => {
  expect(kindTitle(t, kind)).toBe(title)
})

it('calls a step it has no word for by its name', () => {
  expect(stepTitle(t, 'unpack')).toBe('Unpack')
  expect(stepTitle(t, 'fly')).toBe('fly')
})
