import type { Middleware } from 'openapi-fetch'

/** The request header with the key of a call: one that comes again with its key is not done again. */
const header = 'Idempotency-Key'

/** The calls that make, decide or start something. The server has the same list. */
const doneOnce: ReadonlySet<string> = new Set([
  'POST /businessRules/report/default{path}',
  'POST /changeRequests',
  'POST /changeRequests/{id}/actions',
  'POST /changeRequests/{id}/modules',
  'POST /changeRequests/{id}/posts',
  'PUT /changeRequests/{id}/review',
  'POST /changeRequests/{id}/setAside',
  'POST /comments/default{path}',
  'POST /comments/threads/{id}',
  'POST /comments/{id}/accept',
  'POST /compliance',
  'POST /compliance/auditPacks',
  'POST /compliance/imports/{id}/check',
  'POST /compliance/imports/{id}/takeover',
  'POST /compliance/mappings',
  'POST /compliance/policyCategory',
  'POST /compliance/policyItem',
  'PUT /compliance/policyItem/bulk',
  'POST /compliance/policyItem/policyRef',
  'PUT /compliance/policyItem/signOff',
  'PUT /compliance/policyItem/status',
  'POST /compliance/policyItem/{id}/comments',
  'POST /csdb',
  'POST /csdb/manual',
  'POST /csdb/profile',
  'POST /dm/alternate/default{path}',
  'POST /dm/cancelCheckout/default{path}',
  'POST /dm/checkin/default{path}',
  'POST /dm/default/{name}',
  'POST /dm/translations/default{path}',
  'POST /drafts/{id}/continue',
  'POST /files/batch',
  'POST /files/cancelCheckout/default{path}',
  'POST /files/checkin/default{path}',
  'DELETE /files/default{path}',
  'POST /files/melOverride/default{path}',
  'POST /files/restore/default{path}',
  'POST /files/setAside/default{path}',
  'POST /files/status/default{path}',
  'POST /jobs',
  'POST /jobs/{id}/cancel',
  'POST /jobs/{id}/retry',
  'POST /publications/{publication}/withdraw',
  'POST /replacements/apply',
  'PUT /revisions/{id}/todos/{todo}/done',
  'PUT /revisions/{id}/todos/{todo}/resolution',
  'POST /trash/{id}/restore',
])

/** Calls that may be repeated anyway, and after which the others are meant anew. */
const othersAnew: ReadonlySet<string> = new Set([
  'POST /dm/checkout/default{path}',
  'POST /files/checkout/default{path}',
])

/** People try again soon; a call that is sent later is meant anew. */
const forgottenAfterMs = 300_000

interface LostCall {
  key: string
  on: number
}

/** The calls whose answer did not come, by what was sent. */
const lost = new Map<string, LostCall>()

/** The calls in flight, by what was sent. */
const sent = new WeakMap<Request, string>()

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

function keyOf(call: string): string {
  const known = lost.get(call)
  return known && Date.now() - known.on < forgottenAfterMs ? known.key : newKey()
}

/** The call was not answered, or the answer says nothing about whether it was done. */
function lose(request: Request): void {
  const [call, key] = [sent.get(request), request.headers.get(header)]
  if (call !== undefined && key !== null) lost.set(call, { key, on: Date.now() })
}

async function isRunning(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  const text = await response.clone().text()
  return text.includes('"call.running"')
}

/**
 * Gives each call that is done once a key. When its answer is lost and the person tries again, the same call gets the
 * same key, so that the server answers what came of the first try, and nothing is done twice. Once something else was
 * done the same call is meant anew: a module can be released, checked out and released again.
 */
export const lostCalls: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (!doneOnce.has(`${request.method} ${schemaPath}`)) return undefined
    const call = `${request.method} ${request.url}\n${await request.clone().text()}`
    request.headers.set(header, keyOf(call))
    sent.set(request, call)
    return request
  },
  async onResponse({ request, response, schemaPath }) {
    const call = sent.get(request)
    if (call === undefined) {
      if (response.ok && othersAnew.has(`${request.method} ${schemaPath}`)) lost.clear()
      return
    }
    if (response.status >= 500 || (await isRunning(response))) lose(request)
    else if (response.ok) lost.clear()
    else lost.delete(call)
  },
  onError({ request }) {
    lose(request)
  },
}
