interface Json<T> {
  headers: Record<string, unknown>
  content: { 'application/json': T }
}

interface Refused {
  headers: Record<string, unknown>
  content: { 'application/problem+json': components['schemas']['Problem'] }
}

interface Empty {
  headers: Record<string, unknown>
  content?: never
}

interface Reads<Query, Answer> {
  parameters: { query?: Query; header?: never; path?: never; cookie?: never }
  requestBody?: never
  responses: { 200: Json<Answer>; default: Refused }
}

interface ReadsOne<Query, Answer> {
  parameters: { query: Query; header?: never; path?: never; cookie?: never }
  requestBody?: never
  responses: { 200: Json<Answer>; default: Refused }
}

interface Sends<Body, Responses> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
  requestBody: { content: { 'application/json': Body } }
  responses: Responses & { default: Refused }
}

interface Asks<Responses> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
  requestBody?: never
  responses: Responses & { default: Refused }
}

type Schema = components['schemas']

interface PageOf<Item> {
  items: Item[]
  total: number
  pageNumber: number
  pageSize: number
}

export interface paths {
  '/users/login': { post: Sends<{ account: string; password: string }, { 200: Json<Schema['Me']> }> }
  '/users/register': {
    post: Sends<
      {
        account: string
        email: string
        displayName?: string
        password: string
        confirmPassword: string
      },
      { 202: Json<{ account: string }> }
    >
  }
  '/users/logout': { post: Asks<{ 204: Empty }> }
  '/users/me': { get: Asks<{ 200: Json<Schema['Me']> }> }
  '/user-manage/changePwd': {
    post: Sends<
      { account: string; oldPassword: string; newPassword: string; confirmPassword: string },
      { 204: Empty }
    >
  }
  '/user-manage/updateUserSelf': {
    post: Sends<
      {
        account: string
        email: string
        displayName?: string
        preferences?: Schema['Preferences']
      },
      { 200: Json<Schema['User']> }
    >
  }
  '/user-manage/getUserByAccount': { get: ReadsOne<{ account: string }, Schema['User']> }
  '/user-manage/queryAllUsers': {
    get: Reads<
      {
        pageNumber?: number
        pageSize?: number
        sort?: 'account' | 'email' | 'role' | 'status' | 'createdOn' | 'lastSignInOn'
        order?: 'asc' | 'desc'
        filter?: string
        role?: Schema['Role']
        status?: Schema['UserStatus']
      },
      PageOf<Schema['User']>
    >
  }
  '/user-manage/createUser': {
    post: Sends<
      {
        account: string
        email: string
        displayName?: string
        role: Schema['Role']
        password?: string
      },
      { 201: Json<{ user: Schema['User']; password?: string }> }
    >
  }
  '/user-manage/updateUser': { post: Sends<Schema['User'], { 200: Json<Schema['User']> }> }
  '/user-manage/resetPwd': {
    post: Sends<{ account: string }, { 200: Json<{ account: string; password: string }> }>
  }
  '/config/operator': {
    get: Reads<
      {
        code?: string
        filter?: string
        pageNumber?: number
        pageSize?: number
        sort?: 'code' | 'name' | 'country' | 'aircraft' | 'updatedOn'
        order?: 'asc' | 'desc'
      },
      PageOf<Schema['Operator']>
    >
    post: Sends<
      Omit<Schema['Operator'], 'id' | 'version' | 'createdOn' | 'updatedOn'>,
      { 201: Json<Schema['Operator']> }
    >
    put: Sends<Schema['Operator'], { 200: Json<Schema['Operator']> }>
    delete: {
      parameters: { query: { code: string }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: { 204: Empty; default: Refused }
    }
  }
  '/airline/config/language': { get: Asks<{ 200: Json<Schema['Language'][]> }> }
  '/version': { get: Asks<{ 200: Json<Schema['Version']> }> }
  '/notifications': {
    get: Reads<
      { pageNumber?: number; pageSize?: number; unread?: boolean },
      PageOf<Schema['Notification']>
    >
  }
  '/notifications/{id}/read': {
    put: {
      parameters: { query?: never; header?: never; path: { id: string }; cookie?: never }
      requestBody?: never
      responses: { 204: Empty; default: Refused }
    }
  }
  '/notifications/read': { put: Asks<{ 204: Empty }> }
  '/counts': { get: Asks<{ 200: Json<Schema['Counts']> }> }
  '/audit': {
    get: Reads<
      {
        pageNumber?: number
        pageSize?: number
        actor?: string
        action?: string
        subject?: string
        from?: string
        to?: string
      },
      PageOf<Schema['AuditEntry']>
    >
  }
  '/audit/verify': { get: Asks<{ 200: Json<Schema['AuditCheck']> }> }
  '/system': { get: Asks<{ 200: Json<Schema['System']> }> }
}

export interface components {
  schemas: {
    Problem: {
      type: string
      title: string
      status: number
      code: string
      detail?: string
      requestId: string
      errors?: components['schemas']['FieldError'][]
      retryAfter?: number
    }
    FieldError: { field: string; code: string; message: string }
    Role: 'admin' | 'approver' | 'author' | 'reader'
    UserStatus: 'pending' | 'active' | 'inactive'
    Permission:
      | 'readContent'
      | 'editContent'
      | 'importPackages'
      | 'createLibrary'
      | 'deleteLibrary'
      | 'publishDraft'
      | 'publishFormal'
      | 'approve'
      | 'confirmOem'
      | 'editCompliance'
      | 'comment'
      | 'manageUsers'
      | 'manageOperators'
      | 'viewAudit'
      | 'viewSystem'
    Me: {
      user: components['schemas']['User']
      permissions: components['schemas']['Permission'][]
      mustChangePassword: boolean
      poweredBy: { name: string; url: string }
      sessionExpiresOn: string
    }
    User: {
      id: string
      account: string
      email: string
      displayName: string
      role: components['schemas']['Role']
      status: components['schemas']['UserStatus']
      mustChangePassword: boolean
      createdOn: string
      updatedOn: string
      lastSignInOn?: string
      preferences: components['schemas']['Preferences']
      version: number
    }
    Preferences: {
      locale: 'en-US' | 'zh-CN'
      pageSize: 10 | 20 | 50 | 100
      notifyByKind: { jobs: boolean; revisions: boolean; comments: boolean; accounts: boolean }
    }
    Language: { languageCode: string; countryCode: string }
    Operator: {
      id: string
      code: string
      name: string
      country: string
      logo?: string
      languages: components['schemas']['Language'][]
      extensionProducer: string
      extensionCode: string
      aircraft: components['schemas']['Aircraft'][]
      createdOn: string
      updatedOn: string
      version: number
    }
    Aircraft: {
      registration: string
      serialNumber: string
      model: string
      productAttributes: { name: string; value: string }[]
    }
    Notification: {
      id: string
      kind: 'accounts' | 'jobs' | 'revisions' | 'comments'
      code: string
      text: string
      link?: string
      createdOn: string
      readOn?: string
    }
    Counts: {
      updates: number
      messages: number
      tasks: number
      comments: number
      checkouts: number
      bookmarks: number
      recents: number
      users?: number
      pendingUsers?: number
      operators: number
      aircraft: number
      databases: number
    }
    AuditEntry: {
      seq: number
      at: string
      actor: string
      action: string
      subjectKind: string
      subject: string
      detail: Record<string, unknown>
      hash: string
    }
    AuditCheck: { intact: boolean; checked: number; firstBrokenSeq?: number }
    Version: { version: string; web: string; commit: string }
    System: {
      version: string
      web: string
      commit: string
      startedOn: string
      database: 'sqlite' | 'postgresql'
      databaseSizeBytes?: number
      blobs: 'disk' | 's3'
      migration: string
      users: number
      activeSessions: number
      memoryBytes?: number
      node: string
    }
  }
}
