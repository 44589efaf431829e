/** The first parts of query keys that a finished job or an event makes stale. */
export const keys = {
  jobs: ['jobs'],
  packages: ['packages'],
  counts: ['counts'],
  /** Notifications of the server to a user, such as the end of a job. */
  messages: ['notifications'],
  comments: ['comments'],
  /** Menu, tree and pages of databases and manuals. */
  library: ['library'],
  changeRequests: ['changeRequests'],
  publications: ['publications'],
  compliance: ['compliance'],
  oemHistory: ['oemHistory'],
} as const
