import { expect } from '@playwright/test'
import type { Draft, Job, WaitingRevision } from '../../src/api/types'
import type { Api } from './api'
import { demoPackage } from './zip'

const slow = { timeout: 30_000 }
// Not called like a manual of the demo, whose pending revision other specs look for.
const manual = 'LIST'
const codes = { conflict: '63-41-01-00A-180A-A', clean: '30-31-01-00A-180A-A' }

/** Asks for a job and waits until it is completed. */
export async function runJob(api: Api, jobName: string, parameterMap: unknown): Promise<Job> {
  const { id } = await api.post<Job>('/jobs', { jobName, parameterMap })
  let job: Job | undefined
  await expect
    .poll(async () => {
      job = await api.get<Job>(`/jobs/${id}`)
      return job.status === 'FAILED' ? JSON.stringify(job.errorList) : job.status
    }, slow)
    .toBe('COMPLETED')
  if (!job) throw new Error(`no job ${jobName}`)
  // Otherwise the next page would tell of it.
  await api.call('PUT', `/jobs/${id}/notified`)
  return job
}

/** Imports a package into a manual, as its next OEM revision. */
export async function importRevision(api: Api, database: string, manual: string, zip: Buffer): Promise<void> {
  const importPackage = await api.upload('revision.zip', zip)
  const { outputMap } = await runJob(api, 'universalPreImport', { importPackage })
  await runJob(api, 'universalImport', {
    ...outputMap,
    csdbName: database,
    manualName: manual,
  })
}

/** Changes the text of a module and checks it in, as an author of the airline does. */
export async function editModule(api: Api, path: string, edit: (text: string) => string): Promise<void> {
  const tab = 'e2e-revisions'
  await api.call('POST', `/files/checkout/default${path}`)
  const { text, sha256, version } = await api.post<Draft>(`/drafts/default${path}?tab=${tab}`)
  const edited = edit(text)
  if (edited === text) throw new Error(`nothing to edit in ${path}`)
  const saved = await api.call(
    'PUT',
    `/drafts/default${path}?tab=${tab}`,
    { text: edited, version },
    {
      'If-Match': `"${sha256}"`,
    },
  )
  const { sha256: latest }: { sha256: string } = await saved.json()
  await api.call('POST', `/files/checkin/default${path}`, {
    comment: 'Airline edit',
    step: 'inWork',
    sha256: latest,
  })
}

/** The OEM revision of a manual that is pending. */
export async function pendingRevision(api: Api, database: string, manual: string): Promise<WaitingRevision> {
  const { items } = await api.get<{ items: WaitingRevision[] }>('/revisions/waiting?pageSize=100')
  const found = items.find(({ csdbName, manualName }) => csdbName === database && manualName === manual)
  if (!found) throw new Error(`no pending revision of ${database}/${manual}`)
  return found
}

/** A manual in its first OEM revision with two airline edits, and the next revision pending. */
export async function deliverRevision(admin: Api, database: string): Promise<string> {
  await admin.call('POST', '/csdb', { csdbName: [database], csdbType: ['NV240'] })
  await admin.call('POST', '/csdb/manual', {
    csdbName: [database],
    manualName: [manual],
    manualType: ['MMEL'],
    aircraftRelated: ['yes'],
    modelIdentCode: ['NV240'],
    approvalRequired: ['yes'],
  })
  await importRevision(admin, database, manual, demoPackage('mmel-r1'))
  const pathOf = (code: string) => `/${database}/${manual}/DMC-NV240-A-${code}_en-US.XML`
  await editModule(admin, pathOf(codes.conflict), (text) =>
    text.replace('indication is operative, and', 'indication is operative in the green arc, and'),
  )
  await editModule(admin, pathOf(codes.clean), (text) =>
    text.replace('<title>Pitot head heaters</title>', '<title>Pitot head heaters of our fleet</title>'),
  )
  await importRevision(admin, database, manual, demoPackage('mmel-r2'))
  return (await pendingRevision(admin, database, manual)).id
}

/** Confirms a revision without the browser. */
export async function confirmRevision(admin: Api, database: string, revision: string): Promise<void> {
  await runJob(admin, 'confirmOemAta2300', { csdbName: database, manualName: manual, revision })
}
