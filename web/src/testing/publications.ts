import type { OpenPublication, Publication, PublicationBlockers, PublishPreset } from '@/api/types'
import { choicesOf, emptyForm } from '@/features/publications/publishForm'

const moment = '2026-03-04T05:06:07Z'

/** A publication as the server tells of it, with what a test cares about. */
export function publicationOf(given: Partial<Publication> = {}): Publication {
  return {
    id: 'pub-1',
    number: 3,
    revision: '4.1',
    state: 'draft',
    csdbName: 'H160',
    manualName: 'MEL',
    manualPath: '/H160/MEL',
    snapshot: '7',
    formats: ['s1000d'],
    reviseTypes: ['complete'],
    profiles: ['All'],
    aircraft: [],
    publishedFor: [],
    languages: [],
    operator: 'AZB',
    approvalRequired: true,
    jobId: 'job-1',
    created: { by: 'arthur', on: moment },
    withdrawalReason: '',
    version: 1,
    ...given,
  }
}

export function openPublication(given: Partial<OpenPublication> = {}): OpenPublication {
  return {
    publication: publicationOf(),
    artifacts: [
      {
        fileName: 'H160-MEL-4.1-s1000d-complete.zip',
        size: 2048,
        mediaType: 'application/zip',
        sha256: 'ab'.repeat(32),
        isLetter: false,
      },
    ],
    unreleasedCount: 0,
    findings: { count: 0, items: [] },
    mayApprove: false,
    mayWithdraw: false,
    mayAttach: false,
    mayReport: false,
    mayDistribute: false,
    languages: ['en-US', 'zh-CN'],
    ...given,
  }
}

export function blockersOf(given: Partial<PublicationBlockers> = {}): PublicationBlockers {
  return {
    blocking: 0,
    conflicts: [],
    conflictCount: 0,
    todos: [],
    todoCount: 0,
    unreleased: [],
    unreleasedCount: 0,
    recheckCount: 0,
    excessiveItems: [],
    excessiveItemCount: 0,
    languages: ['en-US'],
    leftovers: [],
    leftoverCount: 0,
    missingPictures: [],
    brokenReferences: [],
    pictureCount: 0,
    referenceCount: 0,
    deliveredPictureCount: 0,
    deliveredReferenceCount: 0,
    unavailableFormats: [],
    pdfEngine: 'ready',
    ...given,
  }
}

/** A preset with what a test cares about. */
export function presetOf(given: Partial<PublishPreset['choices']>, name = ''): PublishPreset {
  return { id: `preset-${name}`, name, choices: { ...choicesOf(emptyForm), ...given }, updatedOn: moment }
}

/** The answer to a request to save a preset. */
export function presetFrom(sent: unknown): PublishPreset {
  const body = typeof sent === 'object' && sent !== null ? sent : {}
  const choices: unknown = Reflect.get(body, 'choices')
  return presetOf(typeof choices === 'object' ? { ...choices } : {}, String(Reflect.get(body, 'name')))
}
