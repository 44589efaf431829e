import type { EditingRules, File, Me } from '@/api/types'
import { can } from '@/lib/can'
import type { IconName } from '@/ui/icons'

export const statusSteps = ['submit', 'release', 'sendBack', 'withdraw', 'reinstate'] as const

/** A step from one status to another. */
export type StatusStep = (typeof statusSteps)[number]

export const stepIcons: Record<StatusStep, IconName> = {
  submit: 'show',
  release: 'success',
  sendBack: 'back',
  withdraw: 'disabled',
  reinstate: 'restore',
}

/** A file as far as its status is concerned. Lists that do not name the author leave the rest to the server. */
export type StatusFile = Pick<File, 'path' | 'title' | 'code'> &
  Partial<Pick<File, 'versionId' | 'status' | 'createdBy' | 'origin'>>

const stepsFrom: Readonly<Record<string, readonly StatusStep[]>> = {
  Draft: ['submit', 'withdraw'],
  Review: ['release', 'sendBack'],
  Released: ['withdraw'],
  Obsolete: ['reinstate'],
}

export interface OpenStep {
  step: StatusStep
  /** The user made the version, so another person has to take the step. */
  isOwn: boolean
}

/** The steps that the role of a user takes from the status of a file. */
export function openSteps(
  file: StatusFile,
  me: Me,
  rules: Pick<EditingRules, 'ownRelease'> | undefined,
): OpenStep[] {
  if (!can.editContent(me, file.path)) return []
  const wrote = file.origin !== 'oem' && file.createdBy === me.user.account
  const isUnseen = wrote && rules?.ownRelease !== true
  return (stepsFrom[file.status ?? ''] ?? []).flatMap((step): OpenStep[] => {
    const isAuthors = step === 'submit' || (step === 'withdraw' && file.status === 'Draft' && wrote)
    if (isAuthors) return [{ step, isOwn: false }]
    if (!can.approve(me, file.path)) return []
    return [{ step, isOwn: isUnseen && (step === 'release' || me.user.role !== 'admin') }]
  })
}
