import type { BatchRequest, Me } from '@/api/types'
import { can } from '@/lib/can'
import type { HeldFile } from './editEntries'
import { type OpenStep, type StatusFile, type StatusStep, statusSteps } from './statusSteps'

/** A change of several files at once. */
export type BulkChange = Exclude<BatchRequest['action'], 'status'> | StatusStep

export type BulkFile = HeldFile & StatusFile

export interface BulkOffer {
  change: BulkChange
  /** Those of the chosen files that the change is open for. */
  files: BulkFile[]
}

/** The changes that are open for at least one of the chosen files. */
export function bulkOffers(
  all: readonly BulkFile[],
  me: Me,
  stepsOf: (file: StatusFile) => readonly OpenStep[],
): BulkOffer[] {
  const chosen = all.filter(({ path }) => can.editContent(me, path))
  const isMine = (file: BulkFile) => file.checkedOutBy === me.user.account
  const offers: BulkOffer[] = [
    { change: 'checkout', files: chosen.filter(({ checkedOutBy }) => checkedOutBy === undefined) },
    { change: 'checkin', files: chosen.filter(isMine) },
    {
      change: 'cancelCheckout',
      files: chosen.filter(
        (file) => isMine(file) || (file.checkedOutBy !== undefined && can.approve(me, file.path)),
      ),
    },
    ...statusSteps.map((change) => ({
      change,
      files: chosen.filter((file) => stepsOf(file).some(({ step, isOwn }) => step === change && !isOwn)),
    })),
  ]
  return offers.filter(({ files }) => files.length > 0)
}

/** The texts about all files together. */
interface BulkText {
  comment: string
  markChanges?: boolean
}

/** The request of a change. A step is about the versions of the list. */
export function bulkRequest(
  change: BulkChange,
  files: readonly BulkFile[],
  { comment, markChanges = false }: BulkText,
): BatchRequest {
  const paths = files.map(({ path }) => path)
  switch (change) {
    case 'checkout':
    case 'cancelCheckout':
      return { paths, action: change }
    case 'checkin':
      return {
        paths,
        action: change,
        checkIn: { comment, step: 'inWork', markChanges: markChanges || undefined },
      }
    default:
      return {
        paths,
        action: 'status',
        status: { step: change, why: comment },
        versions: files.map(({ versionId = '' }) => versionId),
      }
  }
}
