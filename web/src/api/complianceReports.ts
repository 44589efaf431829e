import { downloadFile } from '@/api/download'
import { answer, api } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { Job } from '@/api/types'

/** The jobs that make a report. */
export type ReportJob = 'downloadComplianceReportJob' | 'downloadComplianceManualReportJob'

/** Starts a report; its end is told like that of every task, with a download link. */
export async function startReport(jobName: ReportJob, parameterMap: Record<string, string>): Promise<Job> {
  try {
    return await answer(api.POST('/jobs', { body: { jobName, parameterMap } }))
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.jobs })
  }
}

export const saveReport = ({ id, fileName }: { id: string; fileName: string }): Promise<void> =>
  downloadFile(`/jobs/${encodeURIComponent(id)}/artifact/${encodeURIComponent(fileName)}`, fileName)
