import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { closeOverlay, currentOverlay } from '@/lib/overlay'
import { jobError, jobOf } from '@/testing/jobs'
import { alertStore, clearAlerts } from '@/ui/alerts'
import { downloadArtifacts } from './download'
import { announce, followUps, refreshesOf } from './followUps'

vi.mock('./download', () => ({ downloadArtifacts: vi.fn() }))

beforeAll(startI18n)
beforeEach(() => {
  clearAlerts()
  closeOverlay()
})

const completed = (jobName: string, more = {}) => jobOf({ jobName, status: 'COMPLETED', ...more })

function said(job: ReturnType<typeof jobOf>) {
  announce(job)
  return alertStore.get().at(-1)
}

describe('a completed job', () => {
  it.each([
    ['universalPreImport', 'Ready to import !', [['packages']]],
    ['universalImport', 'Import Successful !', [['library'], ['packages']]],
    ['checkBusinessRules', 'The business rules were checked.', [['library']]],
    ['exportQuickAta2300', 'Draft Publish complete.', [['publications']]],
    ['exportFormalAta2300', 'Approval Publish Done!', [['changeRequests'], ['publications'], ['library']]],
    ['exportApproveAta2300', undefined, [['changeRequests'], ['publications'], ['library']]],
    ['confirmOemAta2300', undefined, [['oemHistory'], ['library']]],
    ['restoreAirline', undefined, [['oemHistory'], ['library']]],
    ['{hash}', undefined, [['oemHistory'], ['library']]],
    ['3f'.repeat(32), undefined, [['oemHistory'], ['library']]],
    ['batchMarkDone', undefined, [['oemHistory'], ['library']]],
    ['markAllOemChangeFileDone', undefined, [['oemHistory'], ['library']]],
    ['rejectOem', 'Rejected Successfully', [['oemHistory'], ['library']]],
    ['exportRevisionHistory', 'Report successfully generated !', []],
    ['downloadComplianceReportJob', 'Report successfully generated !', []],
    ['downloadComplianceManualReportJob', 'Report successfully generated !', []],
    ['neverHeardOf', undefined, []],
  ])('%s says %j and refreshes %j', (jobName, text, refreshes) => {
    const job = completed(jobName)
    expect(said(job)?.text).toBe(text)
    expect(refreshesOf(job)).toEqual(refreshes)
  })

  it('has a row for every job name of the specification, the check of business rules, regulations and audit packs', () => {
    expect(Object.keys(followUps)).toHaveLength(18)
  })

  it('is told apart from others by its package and its manual', () => {
    expect(said(completed('universalPreImport'))?.title).toBe('bike.zip')
    const outputMap = { fileName: 'bike.zip' }
    const imported = completed('universalImport', { folder: '/H160/MEL', outputMap })
    expect(said(imported)?.title).toBe('bike.zip → /H160/MEL')
    expect(said(completed('rejectOem', { folder: '' }))?.title).toBeUndefined()
  })

  it('leads to the report after a check of business rules', () => {
    const outputMap = { csdbName: 'H160', manualName: 'MEL' }
    expect(said(completed('checkBusinessRules', { outputMap }))?.links).toEqual([
      { text: 'Open report', href: '#/library/H160/MEL?tab=rules' },
    ])
  })

  it('opens the importer after the package check', () => {
    said(completed('universalPreImport', { id: '7' }))?.action?.onSelect()
    expect(currentOverlay()).toEqual({ kind: 'import', jobId: '7' })
  })

  it('does not call a package ready that is in the library already', () => {
    const outputMap = { importedInto: '/H160/MEL' }
    expect(said(completed('universalPreImport', { packageId: 'p1', outputMap }))).toMatchObject({
      text: 'Checked again. The package is already in /H160/MEL; nothing was imported.',
      links: [{ text: 'View findings', href: '#/import/index?package=p1' }],
    })
    expect(alertStore.get().at(-1)?.action).toBeUndefined()
  })

  it('leads to the manual after an import', () => {
    const outputMap = { csdbName: 'H160', manualName: 'MEL+1' }
    expect(said(completed('universalImport', { outputMap }))?.links).toEqual([
      { text: 'Open manual', href: '#/library/H160/MEL%2B1' },
    ])
    expect(said(completed('universalImport'))?.links).toBeUndefined()
  })

  it.each([
    'exportQuickAta2300',
    'exportFormalAta2300',
    'exportRevisionHistory',
    'downloadComplianceReportJob',
    'downloadComplianceManualReportJob',
  ])('%s offers its files', (jobName) => {
    const job = completed(jobName)
    said(job)?.action?.onSelect()
    expect(downloadArtifacts).toHaveBeenLastCalledWith(job)
  })
})

describe('a failed job', () => {
  it.each(['universalPreImport', 'universalImport', 'confirmOemAta2300', 'exportQuickAta2300', 'rejectOem'])(
    '%s is told by a danger alert that stays, with title, step, detail and the way to the task',
    (jobName) => {
      const job = jobOf({ jobName, status: 'FAILED', errorList: [jobError('cannot unzip it')] })
      expect(said(job)).toMatchObject({
        tone: 'danger',
        title: 'Unable to unzip the uploaded ZIP file',
        text: 'Step: Inspect. cannot unzip it',
        dismissible: true,
        links: [{ text: 'Open task', href: '#/all-tasks/index?job=job-1' }],
      })
    },
  )

  it('names its package and its manual', () => {
    expect(said(jobOf({ status: 'FAILED' }))?.about).toBe('bike.zip')
    const parameterMap = { importPackage: '/vault/4711/bike.zip', csdbName: 'H160', manualName: 'MEL' }
    const job = jobOf({ jobName: 'universalImport', status: 'FAILED', parameterMap, folder: '/H160/MEL' })
    expect(said(job)?.about).toBe('bike.zip → /H160/MEL')
  })

  it('leads to its findings when it has some', () => {
    expect(said(jobOf({ status: 'FAILED', packageId: 'p1' }))?.links).toContainEqual({
      text: 'View findings',
      href: '#/import/index?package=p1',
    })
  })

  it('that somebody cancelled is no reason for alarm', () => {
    const job = jobOf({ status: 'FAILED', errorList: [jobError('Cancelled', 'job.cancelled')] })
    expect(said(job)).toMatchObject({
      tone: 'info',
      title: 'bike.zip',
      text: 'Package check was cancelled.',
    })
  })
})
