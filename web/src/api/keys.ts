/** First words of query keys that a finished job or an event makes stale, whoever owns the queries. */
export const keys = {
  jobs: ['jobs'],
  packages: ['packages'],
  counts: ['counts'],
  /** What the server tells a user, the end of a job among it. */
  messages: ['notifications'],
  /** Menu, tree and pages of databases and manuals. */
  library: ['library'],
  changeRequests: ['changeRequests'],
  oemHistory: ['oemHistory'],
} as const
