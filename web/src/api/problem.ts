import * as z from 'zod/mini'
import type { FieldError, Problem } from '@/api/types'

const fieldErrorSchema = z.object({ field: z.string(), code: z.string(), message: z.string() })
const schemaStateSchema = z.object({
  name: z.string(),
  fault: z.optional(z.object({ file: z.string(), line: z.optional(z.number()), message: z.string() })),
})
const findingSchema = z.object({
  line: z.optional(z.number()),
  column: z.optional(z.number()),
  message: z.string(),
})
const problemSchema = z.object({
  title: z.string(),
  code: z.string(),
  detail: z.optional(z.string()),
  requestId: z._default(z.string(), ''),
  errors: z._default(z.array(fieldErrorSchema), []),
  retryAfter: z.optional(z.number()),
  uses: z._default(
    z.array(
      z.object({
        path: z.string(),
        code: z.string(),
        title: z.string(),
        waits: z._default(z.boolean(), false),
        revision: z.optional(z.string()),
      }),
    ),
    [],
  ),
  schemas: z._default(z.array(schemaStateSchema), []),
  findings: z._default(z.array(findingSchema), []),
  identity: z.optional(z.string()),
})

/** A place of a text that the server refuses, and why. */
export type TextFinding = z.infer<typeof findingSchema>
export type SchemaFault = z.infer<typeof schemaStateSchema>

/** A call that did not succeed; `message` is the sentence to show, in the user's language. */
export class ApiProblem extends Error {
  /** 0 when no answer came. */
  readonly status: number
  readonly code: string
  readonly requestId: string
  /** More about this one case, where the server can say it. */
  readonly detail: string | undefined
  readonly errors: readonly FieldError[]
  /** Seconds to wait before the next try, with 429. */
  readonly retryAfter: number | undefined
  /** The first objects that use the one to be deleted. */
  readonly uses: NonNullable<Problem['uses']>
  /** The schemas for which a set is refused. */
  readonly schemas: readonly SchemaFault[]
  /** The reasons for which a text is refused. */
  readonly findings: readonly TextFinding[]
  /** The code and language of the other module that a text belongs to. */
  readonly identity: string | undefined

  constructor(
    problem: Pick<Problem, 'title' | 'status' | 'code'> &
      Partial<Omit<Problem, 'schemas' | 'findings'>> & {
        schemas?: readonly SchemaFault[]
        findings?: readonly TextFinding[]
      },
  ) {
    super(problem.title)
    this.name = 'ApiProblem'
    this.status = problem.status
    this.code = problem.code
    this.requestId = problem.requestId ?? ''
    this.detail = problem.detail ?? undefined
    this.errors = problem.errors ?? []
    this.retryAfter = problem.retryAfter
    this.uses = problem.uses ?? []
    this.schemas = problem.schemas ?? []
    this.findings = problem.findings ?? []
    this.identity = problem.identity
  }
}

/** Reads a refusal; an answer that is no problem document (a proxy's page, say) gets `otherwise` as its sentence. */
export async function problemOf(response: Response, otherwise: string): Promise<ApiProblem> {
  const text = await response.text()
  const read = problemSchema.safeParse(jsonOf(text))
  if (read.success) return new ApiProblem({ ...read.data, status: response.status })
  return new ApiProblem({
    title: otherwise,
    status: response.status,
    code: 'answer.unreadable',
    requestId: response.headers.get('x-request-id') ?? '',
  })
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiProblem && error.code === code
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiProblem && error.requestId ? error.requestId : undefined
}

/** The HTTP status of a refusal; undefined without an answer and for other errors. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiProblem && error.status > 0 ? error.status : undefined
}

/** Refusals of a proxy or of a server that is busy; all others are final. */
const passing: readonly number[] = [0, 408, 425, 429]

/** Whether the same call may succeed a little later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (passing.includes(error.status) || error.status >= 500)
}

/** The sentence that says most about what went wrong. */
export function detailOf(error: Error): string {
  return (error instanceof ApiProblem && error.detail) || error.message
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
