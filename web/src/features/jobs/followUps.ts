import i18next from 'i18next'
import { keys } from '@/api/keys'
import type { Job } from '@/api/types'
import { jobTitle } from '@/lib/jobTitle'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { type Alert, showAlert } from '@/ui/alerts'
import { downloadArtifacts } from './download'
import { failureOf } from './failure'
import { subjectOf, wasCancelled } from './job'

type QueryKey = readonly string[]

interface FollowUp {
  /** The message at the end of the job; without it the job only refreshes lists. */
  textKey?: string | ((job: Job) => string)
  next?: (job: Job) => Pick<Alert, 'links' | 'action' | 'concerns'>
  refreshes?: readonly QueryKey[]
}

const t = (key: string, values?: Record<string, unknown>) => i18next.t(key, values)

const download = (job: Job) => ({
  action: { text: t('jobs.download'), onSelect: () => void downloadArtifacts(job) },
})

/** A package that is in the library already is not offered for import once more, but its findings are. */
const checked = (job: Job) => {
  const { packageId, outputMap } = job
  if (outputMap.importedInto) return packageId ? { links: [findings(packageId)] } : {}
  return {
    concerns: packageId,
    action: {
      text: t('jobs.followUp.openImporter'),
      onSelect: () => openOverlay({ kind: 'import', jobId: job.id }),
    },
  }
}

const findings = (packageId: string) => ({
  text: t('jobs.findings'),
  href: href(paths.import({ package: packageId })),
})

const manual = ({ outputMap: { csdbName, manualName } }: Job) =>
  csdbName && manualName
    ? { links: [{ text: t('jobs.followUp.openManual'), href: href(paths.manual(csdbName, manualName)) }] }
    : {}

const ruleReport = ({ outputMap: { csdbName, manualName } }: Job) =>
  csdbName && manualName
    ? {
        links: [
          {
            text: t('jobs.followUp.openReport'),
            href: href(paths.manual(csdbName, manualName, { tab: 'rules' })),
          },
        ],
      }
    : {}

const oemRefresh = { refreshes: [keys.oemHistory, keys.library] }
/** The specification's `{hash}`: the internal name of a batch of OEM changes that are marked as done. */
const batchHash = /^[0-9a-f]{64}$/
const report = { textKey: 'jobs.followUp.report', next: download }

/** The message and the refreshed lists after a job, by its wire name (specification, section 4). */
export const followUps: Record<string, FollowUp> = {
  universalPreImport: {
    textKey: ({ outputMap }) =>
      outputMap.importedInto ? 'jobs.followUp.checkedAgain' : 'jobs.followUp.ready',
    next: checked,
    refreshes: [keys.packages],
  },
  universalImport: {
    textKey: 'jobs.followUp.imported',
    next: manual,
    refreshes: [keys.library, keys.packages],
  },
  regulationPreImport: { textKey: 'jobs.followUp.regulationChecked', refreshes: [keys.compliance] },
  regulationImport: { textKey: 'jobs.followUp.regulationTaken', refreshes: [keys.compliance] },
  complianceAuditPack: { textKey: 'jobs.followUp.auditPack', refreshes: [keys.compliance] },
  checkBusinessRules: { textKey: 'jobs.followUp.rules', next: ruleReport, refreshes: [keys.library] },
  exportQuickAta2300: {
    textKey: 'jobs.followUp.draft',
    next: download,
    refreshes: [keys.publications],
  },
  exportFormalAta2300: {
    textKey: 'jobs.followUp.approval',
    next: download,
    refreshes: [keys.changeRequests, keys.publications, keys.library],
  },
  exportApproveAta2300: { refreshes: [keys.changeRequests, keys.publications, keys.library] },
  confirmOemAta2300: oemRefresh,
  restoreAirline: oemRefresh,
  '{hash}': oemRefresh,
  batchMarkDone: oemRefresh,
  markAllOemChangeFileDone: oemRefresh,
  rejectOem: { textKey: 'jobs.followUp.rejected', ...oemRefresh },
  exportRevisionHistory: report,
  downloadComplianceReportJob: report,
  downloadComplianceManualReportJob: report,
}

const followUpOf = ({ jobName }: Pick<Job, 'jobName'>) =>
  followUps[batchHash.test(jobName) ? '{hash}' : jobName]

/** Lists that a job of this name has made stale, however it ended. */
export function refreshesOf(job: Pick<Job, 'jobName'>): readonly QueryKey[] {
  return followUpOf(job)?.refreshes ?? []
}

/** Says how a finished job ended. */
export function announce(job: Job): void {
  if (wasCancelled(job)) {
    const text = t('jobs.followUp.cancelled', { job: jobTitle(t, job.jobName) })
    showAlert({ tone: 'info', title: subjectOf(job) || undefined, text })
  } else if (job.status === 'FAILED') {
    showAlert(failureAlert(job))
  } else {
    const { textKey, next } = followUpOf(job) ?? {}
    if (textKey === undefined) return
    showAlert({
      tone: 'success',
      title: subjectOf(job) || undefined,
      text: t(typeof textKey === 'string' ? textKey : textKey(job), { manual: job.outputMap.importedInto }),
      ...next?.(job),
    })
  }
}

/** Stays until it is closed, so that a failed job is not missed. */
function failureAlert(job: Job): Alert {
  const { title, step, detail } = failureOf(job)
  const where = step === undefined ? '' : `${t('jobs.failure.step', { step })} `
  return {
    tone: 'danger',
    title,
    about: subjectOf(job) || undefined,
    text: `${where}${detail ?? ''}`.trim(),
    dismissible: true,
    links: [
      { text: t('jobs.followUp.openTask'), href: href(paths.tasks({ job: job.id })) },
      ...(job.packageId ? [findings(job.packageId)] : []),
    ],
  }
}
