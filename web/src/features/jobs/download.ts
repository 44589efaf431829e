import { downloadFile } from '@/api/download'
import type { Job } from '@/api/types'
import { showProblem } from '@/lib/showProblem'

const part = encodeURIComponent

/** The files a job has made: those of a publication stand under its own address. */
export function artifactsOf(job: Job): { fileName: string; path: string }[] {
  const { publication, artifacts } = job.outputMap
  if (publication && artifacts) {
    const changeRequestId = job.parameterMap.changeRequestId
    const query = typeof changeRequestId === 'string' ? `?changeRequestId=${part(changeRequestId)}` : ''
    return artifacts
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((fileName) => ({
        fileName,
        path: `/publications/${part(publication)}/artifacts/${part(fileName)}${query}`,
      }))
  }
  return job.artifacts.map(({ fileName }) => ({
    fileName,
    path: `/jobs/${part(job.id)}/artifact/${part(fileName)}`,
  }))
}

/** Saves the files of a job, one after the other: all of them, or those named. */
export async function downloadArtifacts(job: Job, names?: readonly string[]): Promise<void> {
  try {
    for (const { fileName, path } of artifactsOf(job)) {
      if (names === undefined || names.includes(fileName)) await downloadFile(path, fileName)
    }
  } catch (error) {
    if (error instanceof Error) showProblem(error)
  }
}
