import type { ChangeRequestUpdate, NewChangeRequest, OpenChangeRequest } from '@/api/types'

export const requestOrigins = ['comment', 'oemRevision', 'regulation', 'sb', 'other'] as const

/** The details of a change request as a form holds them. */
export interface RequestForm {
  manualPath: string
  title: string
  description: string
  origin: string
  reference: string
  dueDate: string
  /** None or one account. */
  assignee: string[]
  reviewers: string[]
}

export const emptyRequest = (manualPath: string): RequestForm => ({
  manualPath,
  title: '',
  description: '',
  origin: 'comment',
  reference: '',
  dueDate: '',
  assignee: [],
  reviewers: [],
})

export function formOf({ request, reviewers }: OpenChangeRequest): RequestForm {
  return {
    manualPath: request.manualPath,
    title: request.title,
    description: request.description,
    origin: request.origin,
    reference: request.reference,
    dueDate: request.dueDate ?? '',
    assignee: request.assignee ? [request.assignee.account] : [],
    reviewers: reviewers.filter(({ isAsked }) => isAsked).map(({ person }) => person.account),
  }
}

const detailsOf = (form: RequestForm) => ({
  title: form.title.trim(),
  description: form.description.trim(),
  origin: form.origin,
  reference: form.reference.trim(),
  dueDate: form.dueDate || undefined,
  assignee: form.assignee[0],
  reviewers: form.reviewers,
})

type Place = NewChangeRequest['place']

export function newRequestOf(form: RequestForm, place: Place): NewChangeRequest {
  return { manualPath: form.manualPath, ...detailsOf(form), place }
}

export function updateOf(form: RequestForm, version: number): ChangeRequestUpdate {
  return { version, ...detailsOf(form) }
}
