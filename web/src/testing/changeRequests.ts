import type { ChangeRequest, ListedChangeRequest, OpenChangeRequest, RequestModule } from '@/api/types'

const moment = '2026-03-01T09:00:00Z'

export function changeRequest(id: string, more: Partial<ChangeRequest> = {}): ChangeRequest {
  return {
    id,
    number: 7,
    title: 'Wrong torque',
    description: 'It says 12 Nm.',
    status: 'In Progress',
    csdbName: 'H160',
    csdbType: 'H160',
    manualName: 'MEL',
    manualType: 'MEL',
    manualPath: '/H160/MEL',
    origin: 'sb',
    reference: 'SB 28-012',
    createBy: 'ruth.reader',
    createByName: 'Ruth Amsler',
    createTime: moment,
    lastUpdateTime: moment,
    version: 3,
    round: 1,
    ...more,
  }
}

export function listedRequest(id: string, more: Partial<ListedChangeRequest> = {}): ListedChangeRequest {
  return { ...changeRequest(id), description: '', modules: 1, ...more }
}

export function requestModule(more: Partial<RequestModule> = {}): RequestModule {
  return {
    path: '/H160/MEL/DMC-H160-A-25-00-00-00A-040A-A_en-US.XML',
    code: 'DMC-H160-A-25-00-00-00A-040A-A',
    title: 'Hoist',
    base: '1',
    issueNumber: '002',
    inWork: '01',
    issueDate: '2026-03-01',
    hasDraft: false,
    isDeleted: false,
    isAway: false,
    ...more,
  }
}

/** A change request that is shown to an author of its manual. */
export function openRequest(more: Partial<OpenChangeRequest> = {}): OpenChangeRequest {
  return {
    request: changeRequest('r1'),
    reviewers: [],
    isApproved: false,
    modules: [],
    posts: [],
    attachments: [],
    abilities: {
      actions: ['pause', 'finish', 'cancel'],
      mayDescribe: true,
      mayPlan: true,
      maySend: true,
      mayReview: false,
      isOwnWork: false,
    },
    ...more,
  }
}
