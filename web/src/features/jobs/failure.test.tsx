import { beforeAll, describe, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '@/lib/i18n'
import { jobError, jobOf } from '@/testing/jobs'
import { failureOf } from './failure'
import { withCauses } from './job'

beforeAll(startI18n)

const failed = (message: string, messageKey = '', jobName = 'universalPreImport') =>
  failureOf(jobOf({ jobName, status: 'FAILED', errorList: [jobError(message, messageKey)] }))

describe('the title of a failure', () => {
  it.each([
    ['java.io.IOException: cannot unzip x', 'Unable to unzip the uploaded ZIP file'],
    ['DM DMC-A-00.xml not found in package', 'A DM that another DM refers to is missing (DM / DS).'],
    ['Unsupported package file', 'Unable to find the package organization file'],
    ['Missing package file', 'Unable to find the package organization file'],
    ['error.version.already_checked_out', 'The file is already checked out'],
    ['Validation error in DMC-A-00.XML: cvc-elt.1', 'XML Validation error for (DMC-A-00.XML)'],
    [
      'FileNotFoundException: /tmp/x/DMC-A-01.xml',
      'Unable to find the DM/DS DMC-A-01.xml that is referred to',
    ],
    ['missing PM ident in package status list', 'Unable to find the package status list file'],
    ['Missing analysis package', 'Unable to find the PM or the PS in the package status list file'],
    ['ICN-A-1.svg: unknown mimetype', 'Unable to find the ICN ICN-A-1.svg that DMs refer to'],
    [
      'addAsset: node is null',
      'Unable to find the reference to ACT / PCT / CCT in the package status list file',
    ],
    ['PM / PS is missing.', 'PM / PS is missing.'],
    [
      'ACT or PCT or CCT not referenced',
      'ACT or PCT or CCT not referenced in the exchange package status list.',
    ],
    ['Inconsistency in the ACT / PCT / CCT.', 'Inconsistency in the ACT / PCT / CCT.'],
    ['Unsupported ICN format', 'Unsupported ICN format (MIME type not supported).'],
    ['Package can not be imported', 'Error, Package can not be imported!'],
    ['The user has no permission', 'You do not have permission for this task'],
  ])('is derived from the error text %j', (message, title) => {
    expect(failed(message).title).toBe(title)
  })

  it.each([
    ['job.failed.unzip', 'Unable to unzip the uploaded ZIP file'],
    ['job.failed.organization', 'Unable to find the package organization file'],
    ['job.failed.statusList', 'Unable to find the package status list file'],
    ['job.failed.pm', 'Unable to find the PM or the PS in the package status list file'],
    ['job.failed.pmMissing', 'PM / PS is missing.'],
    ['job.failed.dm', 'Unable to find the DM/DS DMC-A-00.xml that is referred to'],
    ['job.failed.dmReference', 'A DM that another DM refers to is missing (DM / DS).'],
    ['job.failed.validation', 'XML Validation error for (DMC-A-00.xml)'],
    ['job.failed.icn', 'Unable to find the ICN DMC-A-00.xml that DMs refer to'],
    ['job.failed.icnFormat', 'Unsupported ICN format (MIME type not supported).'],
    ['job.failed.applicability', 'Inconsistency in the ACT / PCT / CCT.'],
    [
      'job.failed.applicabilityReference',
      'Unable to find the reference to ACT / PCT / CCT in the package status list file',
    ],
    [
      'job.failed.applicabilityNotReferenced',
      'ACT or PCT or CCT not referenced in the exchange package status list.',
    ],
    ['job.failed.package', 'Error, Package can not be imported!'],
    ['job.failed.checkedOut', 'The file is already checked out'],
    ['job.failed.forbidden', 'You do not have permission for this task'],
  ])('is derived from the key %s before any text', (key, title) => {
    expect(failed('About DMC-A-00.xml: cannot unzip', key).title).toBe(title)
  })

  it.each([
    ['exportQuickAta2300', 'Draft publishing failed in a step of Draft publication'],
    ['confirmOemAta2300', 'Task error in a step of OEM revision confirmation'],
    ['universalPreImport', 'ZIP file could not be uploaded'],
    ['universalImport', 'Task error in a step of Package import'],
    ['neverHeardOf', 'Task error in a step of neverHeardOf'],
  ])('of %s is its own when the error says nothing known', (jobName, title) => {
    expect(failed('Something else', '', jobName).title).toBe(title)
  })

  it('names no file when there is none to name', () => {
    expect(failed('', 'job.failed.validation').title).toBe('ZIP file could not be uploaded')
    expect(failed('Unable to find the ICN ICN-C0419-S1 that DMs refer to', 'job.failed.icn').title).toBe(
      'Unable to find the ICN ICN-C0419-S1 that DMs refer to',
    )
  })

  it('is found in a nested cause too', () => {
    const error = jobError('Outer', '', jobError('Middle', '', jobError('unzip failed')))
    expect(failureOf(jobOf({ status: 'FAILED', errorList: [error] })).title).toBe(
      'Unable to unzip the uploaded ZIP file',
    )
    expect(withCauses(error).map(({ message }) => message)).toEqual(['Outer', 'Middle', 'unzip failed'])
  })
})

it('says the step and the detail', () => {
  expect(failed('Something else')).toMatchObject({ step: 'Inspect', detail: 'Something else' })
  const nested = jobError('Outer', '', jobError('The root of it'))
  expect(failureOf(jobOf({ errorList: [nested] })).detail).toBe('The root of it')
  expect(failed('ZIP file could not be uploaded').detail).toBeUndefined()
  expect(failureOf(jobOf({ stepProgressList: [], errorList: [] }))).toEqual({
    title: 'ZIP file could not be uploaded',
    step: undefined,
    detail: undefined,
  })
})

it('names the step that the error belongs to, also when all steps were done', () => {
  const stepProgressList = ['unpack', 'inspect', 'report'].map((name) => ({ name, progress: 100 }))
  const errorList = [{ ...jobError('cannot unzip'), step: 'unpack' }]
  expect(failureOf(jobOf({ status: 'FAILED', stepProgressList, errorList })).step).toBe('Unpack')
})

it('speaks Chinese', async () => {
  await switchLanguage('zh-CN')
  expect(failed('cannot unzip')).toMatchObject({ title: '无法解压上传的 ZIP 文件', step: '检查' })
  await switchLanguage('en-US')
})
