import type { Operator, Role, User } from '../../src/api/types'
import { adminPassword, demoPassword } from './server'

export interface Person {
  account: string
  password: string
}

/** The people that `airfolio demo` makes, and the first administrator. */
export const people = {
  admin: { account: 'admin', password: adminPassword },
  approver: { account: 'ines.approver', password: demoPassword },
  author: { account: 'li.author', password: demoPassword },
  reader: { account: 'ruth.reader', password: demoPassword },
} satisfies Record<Role, Person>

/** The API, with which a spec prepares or checks behind the browser's back. */
export class Api {
  readonly #base: string
  readonly #token: string | undefined

  constructor(url: string, token?: string) {
    this.#base = `${url}/kbj/api`
    this.#token = token
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response> {
    const answer = await fetch(`${this.#base}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': 'en-US',
        ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  /** Asks for an account, each time from another address: the program slows registrations from one address. */
  async register(account: string): Promise<void> {
    const password = 'a-good-password'
    const body = { account, email: 'asks@test.example', password, confirmPassword: password }
    await this.call('POST', '/users/register', body, { 'X-Forwarded-For': anyAddress() })
  }

  async get<Answer>(path: string): Promise<Answer> {
    return (await this.call('GET', path)).json()
  }

  async post<Answer>(path: string, body?: unknown): Promise<Answer> {
    return (await this.call('POST', path, body)).json()
  }

  /** Uploads a package; returns its path in the vault. */
  async upload(name: string, content: Buffer): Promise<string> {
    const answer = await fetch(`${this.#base}/vault/files/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/zip', Authorization: `Bearer ${this.#token}` },
      body: new Uint8Array(content),
    })
    if (!answer.ok) throw new Error(`upload of ${name}: ${answer.status} ${await answer.text()}`)
    const { path }: { path: string } = await answer.json()
    return path
  }

  /** Signs in and gives the token. */
  async signIn({ account, password }: Person): Promise<string> {
    const answer = await this.call('POST', '/users/login', { account, password })
    const token = answer.headers.get('Authorization')?.replace(/^Bearer /, '')
    if (!token) throw new Error(`No token for ${account}`)
    return token
  }

  async user(account: string): Promise<User> {
    return this.get(`/user-manage/getUserByAccount?account=${encodeURIComponent(account)}`)
  }

  async operator(code: string): Promise<Operator> {
    const found = await this.get<{ items: Operator[] }>(`/config/operator?code=${encodeURIComponent(code)}`)
    const [operator] = found.items
    if (!operator) throw new Error(`No operator ${code}`)
    return operator
  }

  async addDatabase(csdbName: string): Promise<void> {
    await this.call('POST', '/csdb', { csdbName: [csdbName], csdbType: ['H160'] })
  }

  async addManual(csdbName: string, manualName: string): Promise<void> {
    await this.call('POST', '/csdb/manual', {
      csdbName: [csdbName],
      manualName: [manualName],
      manualType: ['MEL'],
      aircraftRelated: ['yes'],
      modelIdentCode: ['H160'],
      approvalRequired: ['yes'],
    })
  }

  async addOperator(code: string, name: string, registrations: readonly string[] = []): Promise<void> {
    const aircraft = registrations.map((registration, index) => ({
      registration,
      serialNumber: String(2000 + index),
      model: 'H160-B',
      productAttributes: [],
    }))
    await this.call('POST', '/config/operator', {
      code,
      name,
      country: 'CH',
      languages: [],
      extensionProducer: '',
      extensionCode: '',
      aircraft,
    })
  }
}

function anyAddress(): string {
  const part = () => Math.floor(Math.random() * 256)
  return `10.${part()}.${part()}.${part()}`
}

/** An account nobody else uses, with a first password it must still change. */
export async function addUser(admin: Api, account: string, role: Role): Promise<Person> {
  const password = 'first-password-1'
  await admin.call('POST', '/user-manage/createUser', {
    account,
    email: `${account}@test.example`,
    displayName: '',
    role,
    password,
  })
  return { account, password }
}

/** An account nobody else uses, ready to work with. */
export async function addPerson(url: string, admin: Api, account: string, role: Role): Promise<Person> {
  const { password: oldPassword } = await addUser(admin, account, role)
  const token = await new Api(url).signIn({ account, password: oldPassword })
  const password = 'own-password-1'
  await new Api(url, token).call('POST', '/user-manage/changePwd', {
    account,
    oldPassword,
    newPassword: password,
    confirmPassword: password,
  })
  return { account, password }
}
