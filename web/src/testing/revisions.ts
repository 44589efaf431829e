import type {
  MergeConflict,
  OpenTodo,
  RevisionDecision,
  RevisionDetail,
  RevisionForecast,
  RevisionTodo,
  WaitingRevision,
} from '@/api/types'
import { oemRevision } from './library'

const moment = '2026-03-04T05:06:07Z'

export function waitingRevision(number: number, more: Partial<WaitingRevision> = {}): WaitingRevision {
  return {
    ...oemRevision(number, 'waiting'),
    csdbName: 'H160',
    manualName: 'MEL',
    packageId: 'p7',
    packageName: 'mel-r2.zip',
    isNewest: true,
    ...more,
  }
}

export function revisionDetail(more: Partial<RevisionDetail> = {}): RevisionDetail {
  return {
    ...waitingRevision(2),
    base: { id: '100', number: 1, name: 'Revision 1', issueNumber: '001', issueDate: '2026-01-01' },
    todos: { open: 0, done: 0, mine: 0 },
    decisions: [],
    mayDecide: true,
    mayEdit: true,
    isMel: true,
    ...more,
  }
}

export function revisionForecast(more: Partial<RevisionForecast> = {}): RevisionForecast {
  return {
    revision: '200',
    base: '100',
    isComplete: true,
    compared: 12,
    total: 12,
    added: 1,
    deleted: 0,
    moved: 0,
    changedContent: 4,
    changedApplicability: 0,
    changedStatus: 0,
    negligible: 0,
    media: 0,
    customised: 2,
    copies: 0,
    copiesElsewhere: 0,
    mergesCleanly: 1,
    withConflicts: 1,
    conflicts: 3,
    adopted: 0,
    unmarked: 2,
    markedWithoutChange: 0,
    checkedOut: 0,
    openComments: 5,
    translations: 0,
    moreRestrictive: 0,
    lessRestrictive: 0,
    toBeJudged: 0,
    changeRequests: 0,
    aircraft: 0,
    ...more,
  }
}

export function revisionTodo(id: string, more: Partial<RevisionTodo> = {}): RevisionTodo {
  const code = `DMC-H160-A-25-00-0${id}-00A-040A-A`
  return {
    id,
    path: `/H160/MEL/${code}_en-US.XML`,
    code,
    title: `Module ${id}`,
    kind: 'dm',
    reason: 'conflict',
    state: 'open',
    conflicts: 2,
    note: '',
    isOverdue: false,
    version: 1,
    ...more,
  }
}

export function revisionDecision(id: string, more: Partial<RevisionDecision> = {}): RevisionDecision {
  return {
    id,
    kind: 'confirmed',
    csdbName: 'H160',
    manualName: 'MEL',
    revisionId: '200',
    revisionNumber: 2,
    issueNumber: '002',
    issueDate: '2026-02-01',
    reason: '',
    counts: {},
    by: 'ada',
    on: moment,
    ...more,
  }
}

const lines = ['<dmodule>', '  <para id="p1">Use 12 Nm.</para>', '  <para id="p2">Ours.</para>', '</dmodule>']
export const mergedText = lines.join('\n')

function mergeConflict(number: number, ours: string, theirs: string): MergeConflict {
  const start = mergedText.indexOf(ours)
  return {
    kind: 'text',
    path: `/dmodule/para[${number}]`,
    base: ours.replace(/>.*</, '>Before.<'),
    ours,
    theirs,
    start,
    end: start + ours.length,
  }
}

/** Two conflicts: the torque of the first paragraph, and the words of the second. */
export function openTodo(more: Partial<OpenTodo> = {}): OpenTodo {
  return {
    todo: revisionTodo('1'),
    base: { version: '70', issue: '001-00', text: '<dmodule/>' },
    theirs: { version: '71', issue: '002-00', text: '<dmodule/>' },
    ours: { version: '72', issue: '001-01', text: '<dmodule/>' },
    result: {
      text: mergedText,
      conflicts: [
        mergeConflict(1, '<para id="p1">Use 12 Nm.</para>', '<para id="p1">Use 14 Nm.</para>'),
        mergeConflict(2, '<para id="p2">Ours.</para>', '<para id="p2">Theirs.</para>'),
      ],
      origins: [],
      isCoarse: false,
    },
    workingVersion: '73',
    isEdited: false,
    maySave: true,
    ...more,
  }
}
